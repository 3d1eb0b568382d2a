/**
 * Code that few changes of a host need, device or service: photos that are not JPEG, must be rotated or are downloaded, results that
 * changed, and confirmations. A part of the chunk `rare.ts`.
 */
export { requirePhotoHeader } from '../photo/header/read-header.ts';
export { rotatePhoto } from '../photo/rotate-photo.ts';
export { confirmInspection } from '../rules/confirmations.ts';
export { createResultsOperations } from '../rules/device-results.ts';
export { downloadPhoto } from './download-photo.ts';
