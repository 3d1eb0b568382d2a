import type { Photo } from '../domain/api/inspection-api.ts';
import type { TaskName } from '../domain/enums.ts';
import type { AnalysisImage } from '../domain/task/analyzer.ts';
import { KerbsideError } from '../errors.ts';
import { type ImageRecord, notFoundError } from '../rules/state.ts';
import { isOutboxStore } from '../store/outbox-store.ts';
import type { Store } from '../store/store.ts';
import type { Host } from './host.ts';

type PhotoReader = Pick<Host, 'store' | 'platform'>;

/**
 * Reads the photo of an image and compares it with its hash. Browsers have emptied or lost stored bytes.
 *
 * @throws `photo_damaged` if the bytes changed, `photo_unavailable` if the photo was sent and then deleted on this
 * device, `not_found` if there is no photo.
 */
export async function readStoredPhoto({ store, platform }: PhotoReader, imageId: string): Promise<Photo> {
  const photo = await store.photo(imageId);
  if (!photo) throw await missingPhotoError(store, imageId);
  const { bytes, type, sha256 } = photo;
  const found = await platform.sha256(bytes);
  if (found === sha256) return { bytes, type, sha256 };
  throw new KerbsideError(
    'photo_damaged',
    `The photo of image ${imageId} does not match its hash: the browser damaged it. Take it again.`,
    { details: { imageId, expected: sha256, found, bytes: bytes.byteLength } },
  );
}

/** Photos that the service has may be deleted on the device; see docs/routing.md. */
async function missingPhotoError(store: Store, imageId: string): Promise<KerbsideError> {
  const [mapping] = isOutboxStore(store) ? await store.remoteIds([imageId]) : [];
  if (!mapping) return notFoundError('photo of image', imageId);
  return new KerbsideError(
    'photo_unavailable',
    `The photo of image ${imageId} was sent and then deleted on this device (retention: 'until_done'). The service stores it as ${mapping.remoteId}.`,
    { details: { imageId, remoteId: mapping.remoteId } },
  );
}

/** Creates an analyzer's input: the image, its details for this task, and a function that reads its photo. */
export function toAnalysisImage(host: PhotoReader, image: ImageRecord, task: TaskName): AnalysisImage {
  const details = image.tasks.find(({ name }) => name === task)?.imageDetails;
  return {
    ...image,
    ...(details && { details }),
    photo: async () => (await readStoredPhoto(host, image.id)).bytes,
  };
}
