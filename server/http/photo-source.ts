import type { Acquisition } from '../../src/domain/image.ts';
import type { RequestBody } from './request-body.ts';

type Acquired = { acquisition?: Acquisition } | undefined;
type Files = RequestBody['files'];

/** The photo that came along with a request, under the name that the image gives or else under `part`. */
export function findUploadedPhoto(image: Acquired, files: Files, part?: string): Blob | undefined {
  const key = image?.acquisition?.fileKey ?? part;
  return key !== undefined && Object.hasOwn(files, key) ? files[key] : undefined;
}

/** Where to fetch the photo from; nowhere, if it came along. */
export function listPhotoUrls(image: Acquired, files: Files, part?: string): string[] {
  const url = image?.acquisition?.url;
  return url === undefined || findUploadedPhoto(image, files, part) ? [] : [url];
}
