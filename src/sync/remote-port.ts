import { KerbsideError } from '../errors.ts';
import type { RemoteCalls } from '../remote/remote-calls.ts';
import { ERROR_STATUS } from '../wire/error.ts';

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

/**
 * Returns whether the service rejected a request for good: it would reject it again at any time.
 *
 * Checks the code, not `details.status`: for a rejected task update that field is the task's status, not HTTP's.
 */
export function isRejection(error: unknown): boolean {
  const { code } = error instanceof KerbsideError ? error : {};
  if (code === undefined || code === 'unauthorized' || code === 'rate_limited') return false;
  return code === 'remote_refused' || Object.hasOwn(ERROR_STATUS, code);
}
