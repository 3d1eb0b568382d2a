import type { InspectionApi } from '../domain/api.ts';
import { checkId, checkOptions } from '../domain/call-arguments.ts';
import { check } from '../domain/check.ts';
import { byId, normalizedResponse } from '../domain/entities.ts';
import { createImageSchema } from '../domain/image.ts';
import { createPaging, listSchema, slicePage } from '../domain/paging.ts';
import { throwIfAborted } from '../errors.ts';
import { addImage, deleteImage } from '../rules/images.ts';
import { requireRecord } from '../rules/state.ts';
import { requireVisible, toImage } from '../rules/to-entities.ts';
import type { Host } from './host.ts';
import { addPhoto } from './ingest-photo.ts';
import { loadInspection } from './load-inspection.ts';
import { readStoredPhoto } from './stored-photo.ts';

export function imageOperations(host: Host): InspectionApi['images'] {
  return {
    async getOne(inspectionId, imageId, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(imageId, 'imageId')];
      const { signal } = checkOptions(options);
      const state = requireVisible(await loadInspection(host, id, signal), false);
      const image = toImage(state, requireRecord(state.images, wanted, 'image'));
      return normalizedResponse({ images: { [image.id]: image } }, image.id);
    },

    async getMany(inspectionId, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const { signal, options: query } = checkOptions(options, listSchema);
      const state = requireVisible(await loadInspection(host, id, signal), false);
      const page = slicePage(state.images, query);
      const data = page.records.map((image) => toImage(state, image));
      return {
        ...normalizedResponse(
          { images: byId(data) },
          data.map((image) => image.id),
        ),
        data,
        paging: createPaging(page, `/inspections/${id}/images`, query),
      };
    },

    async addOne(inspectionId, input, photo, options) {
      const id = checkId(inspectionId, 'inspectionId');
      const checked = check(createImageSchema, input, 'image');
      const { signal } = checkOptions(options);
      const { acquisition, rotateImageBeforeUpload } = checked;
      const newPhoto = { source: photo, acquisition, rotateImageBeforeUpload, signal };
      return addPhoto(host, id, newPhoto, (ingested) => addImage(checked, ingested));
    },

    async deleteOne(inspectionId, imageId, options) {
      const [id, wanted] = [checkId(inspectionId, 'inspectionId'), checkId(imageId, 'imageId')];
      return host.changes.apply(id, deleteImage(wanted), checkOptions(options).signal);
    },

    async photo(imageId, options) {
      const id = checkId(imageId, 'imageId');
      throwIfAborted(checkOptions(options).signal);
      return readStoredPhoto(host, id);
    },
  };
}
