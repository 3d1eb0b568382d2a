/**
 * Code that few changes of a host need, device or service: photos that are not JPEG, must be rotated or are downloaded, and results that
 * changed. A part of the chunk `rare.ts`.
 */
export { requirePhotoHeader } from '../photo/header/read-header.ts';
export { rotatePhoto } from '../photo/rotate-photo.ts';
export { createResultsOperations } from '../rules/device-results.ts';
export { downloadPhoto } from './download-photo.ts';
