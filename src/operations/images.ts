import { IMAGE_CALLS } from '../domain/api/api-arguments.ts';
import { implement } from '../domain/api/call-arguments.ts';
import type { ImagesApi } from '../domain/api/inspection-api.ts';
import { createPaging, slicePage } from '../domain/paging.ts';
import { byId, normalizedResponse } from '../domain/records/entities.ts';
import { addImage, deleteImage } from '../rules/images.ts';
import { requireRecord } from '../rules/state.ts';
import { requireVisible, toImage } from '../rules/to-entities.ts';
import type { Host } from './host.ts';
import { addPhoto } from './ingest-photo.ts';
import { loadInspection } from './load-inspection.ts';
import { readStoredPhoto } from './stored-photo.ts';

export function imageOperations(host: Host): ImagesApi {
  const load = async (inspectionId: string, signal: AbortSignal | undefined) =>
    requireVisible(await loadInspection(host, inspectionId, signal), false);

  return implement(IMAGE_CALLS, {
    async getOne({ inspectionId, imageId, signal }) {
      const state = await load(inspectionId, signal);
      const image = toImage(state, requireRecord(state.images, imageId, 'image'));
      return normalizedResponse({ images: { [image.id]: image } }, image.id);
    },

    async getMany({ inspectionId, options: query, signal }) {
      const state = await load(inspectionId, signal);
      const page = slicePage(state.images, query);
      const data = page.records.map((image) => toImage(state, image));
      return {
        ...normalizedResponse(
          { images: byId(data) },
          data.map((image) => image.id),
        ),
        data,
        paging: createPaging(page, `/inspections/${inspectionId}/images`, query),
      };
    },

    addOne({ inspectionId, image, photo: source, signal }) {
      const { acquisition, rotateImageBeforeUpload } = image;
      const newPhoto = { source, acquisition, rotateImageBeforeUpload, signal };
      return addPhoto(host, inspectionId, newPhoto, (ingested) => addImage(image, ingested));
    },

    deleteOne: ({ inspectionId, imageId, signal }) =>
      host.changes.apply(inspectionId, deleteImage(imageId), signal),
    photo: ({ imageId }) => readStoredPhoto(host, imageId),
  });
}
