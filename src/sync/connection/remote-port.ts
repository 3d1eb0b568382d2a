import type { RemoteCalls } from '../../remote/remote-calls.ts';

/** The calls of the remote service that sync uses. Each is one request (see src/remote/remote-calls.ts). */
export type RemotePort = Pick<
  RemoteCalls,
  | 'createInspection'
  | 'getInspection'
  | 'listInspections'
  | 'deleteInspection'
  | 'updateInspection'
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
