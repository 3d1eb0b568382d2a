import type { RemoteCalls } from '../../remote/calls.ts';

/** What sync needs of the service: one function per endpoint, each one request (see src/remote/calls.ts). */
export type RemotePort = Pick<
  RemoteCalls,
  | 'createInspection'
  | 'getInspection'
  | 'listInspections'
  | 'deleteInspection'
  | 'addPdfData'
  | 'updateVehicle'
  | 'getTask'
  | 'updateTask'
  | 'addImage'
  | 'listImages'
  | 'deleteImage'
  | 'createDamage'
  | 'deleteDamage'
  | 'createView'
  | 'deleteView'
  | 'createSeverity'
  | 'updateSeverity'
>;
