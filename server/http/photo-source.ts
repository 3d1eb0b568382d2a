import type { Acquisition } from '../../src/domain/records/image.ts';
import type { RequestBody } from './request-body.ts';

type ImageInput = { acquisition?: Acquisition } | undefined;
type Files = RequestBody['files'];

/** Returns the photo in the request's files: by the image's `fileKey`, or by `defaultKey`. */
export function findUploadedPhoto(image: ImageInput, files: Files, defaultKey?: string): Blob | undefined {
  const key = image?.acquisition?.fileKey ?? defaultKey;
  return key !== undefined && Object.hasOwn(files, key) ? files[key] : undefined;
}

/** Returns the URL to fetch the photo from, or none if the request contains the photo. */
export function listPhotoUrls(image: ImageInput, files: Files, defaultKey?: string): string[] {
  const url = image?.acquisition?.url;
  return url === undefined || findUploadedPhoto(image, files, defaultKey) ? [] : [url];
}
