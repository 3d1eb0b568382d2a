/** What few photos need: those that are not JPEG, must be rotated, or are downloaded. A part of the chunk `rare.ts`. */
export { requirePhotoHeader } from '../photo/header/read-header.ts';
export { rotatePhoto } from '../photo/rotate-photo.ts';
export { downloadPhoto } from './download-photo.ts';
