import type { InspectionApi, Photo } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check } from '../domain/check.ts';
import { byId, normalizedResponse } from '../domain/entities.ts';
import { createImage } from '../domain/image.ts';
import { listOptions, paging, slice } from '../domain/paging.ts';
import { KerbsideError, throwIfAborted } from '../errors.ts';
import { addImage, deleteImage } from '../rules/images.ts';
import { imageEntity, shown } from '../rules/read.ts';
import { notFound, present } from '../rules/state.ts';
import { isOutboxStore } from '../store/outbox-store.ts';
import type { Store } from '../store/store.ts';
import { addPhoto } from './add-photo.ts';
import { type Host, loadInspection } from './host.ts';

export function imageOperations(host: Host): InspectionApi['images'] {
  return {
    async getOne(inspectionId, imageId, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(imageId, 'imageId')];
      const { signal } = checkOptions(options);
      const state = shown(await loadInspection(host, id, signal), false);
      const image = imageEntity(state, present(state.images, wanted, 'image'));
      return normalizedResponse({ images: { [image.id]: image } }, image.id);
    },

    async getMany(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const { signal, options: asked } = checkOptions(options, listOptions);
      const state = shown(await loadInspection(host, id, signal), false);
      const page = slice(state.images, asked);
      const data = page.records.map((image) => imageEntity(state, image));
      return {
        ...normalizedResponse(
          { images: byId(data) },
          data.map((image) => image.id),
        ),
        data,
        paging: paging(page, `/inspections/${id}/images`, asked),
      };
    },

    async addOne(inspectionId, input, photo, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const checked = check(createImage, input, 'image');
      const { signal } = checkOptions(options);
      const given = { source: photo, acquisition: checked.acquisition, signal };
      return addPhoto(host, id, given, (taken) => addImage(checked, taken));
    },

    async deleteOne(inspectionId, imageId, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(imageId, 'imageId')];
      return host.changes.apply(id, deleteImage(wanted), checkOptions(options).signal);
    },

    async photo(imageId, options) {
      const id = checkId(imageId, 'imageId');
      throwIfAborted(checkOptions(options).signal);
      return verifiedPhoto(host, id);
    },
  };
}

/** The bytes of an image, if they still are what was stored: browsers have been seen to empty or lose them. */
export async function verifiedPhoto(
  { store, platform }: Pick<Host, 'store' | 'platform'>,
  imageId: string,
): Promise<Photo> {
  const photo = await store.photo(imageId);
  if (!photo) throw await missingPhoto(store, imageId);
  const { bytes, type, sha256 } = photo;
  const found = await platform.sha256(bytes);
  if (found === sha256) return { bytes, type, sha256 };
  throw new KerbsideError(
    'photo_damaged',
    `The photo of image ${imageId} no longer is what was stored: the browser damaged it. Take it again.`,
    { details: { imageId, expected: sha256, found, bytes: bytes.byteLength } },
  );
}

/** A photo that the service has may have been let go of here; see docs/routing.md. */
async function missingPhoto(store: Store, imageId: string): Promise<KerbsideError> {
  const [known] = isOutboxStore(store) ? await store.remoteIds([imageId]) : [];
  if (!known) return notFound('photo of image', imageId);
  return new KerbsideError(
    'photo_unavailable',
    `The photo of image ${imageId} was sent and then let go of here (retention: 'until_done'). The service has it as ${known.remoteId}.`,
    { details: { imageId, remoteId: known.remoteId } },
  );
}
