import { INSPECTION_CALLS } from '../domain/api/api-arguments.ts';
import { implement } from '../domain/api/call-arguments.ts';
import type { InspectionsApi, PhotoSource } from '../domain/api/inspection-api.ts';
import { invalidField } from '../domain/check.ts';
import { deleteResponse, getRecord, normalizedResponse } from '../domain/records/entities.ts';
import type { Acquisition, CreateImage } from '../domain/records/image.ts';
import { changeConfirmations } from '../domain/verdict/change-confirmations.ts';
import { toConfirmationData } from '../domain/verdict/confirmations.ts';
import { JSON_PART } from '../wire/form-parts.ts';
import { toPhotoBlob, toUrlAcquisition } from './photo-upload.ts';
import type { RemoteCalls } from './remote-calls.ts';

const BY_SERVICE = { confirmedBy: { id: '' }, confirmedAt: '' };

export function createInspectionsApi(calls: RemoteCalls): InspectionsApi {
  return implement(INSPECTION_CALLS, {
    getOne: ({ id, options, signal }) => calls.getInspection(id, options, { signal }),
    getMany: ({ options, signal }) => calls.listInspections(options, { signal }),

    async createOne({ inspection, photos, signal }) {
      const images = inspection.images?.map((image, index) => resolveAcquisition(image, photos, index));
      const files = images?.flatMap(({ acquisition }) => toFile(acquisition, photos)) ?? [];
      const body = images ? { ...inspection, images } : inspection;
      const { id } = await calls.createInspection(body, Object.fromEntries(files), { signal });
      return calls.getInspection(id, {}, { signal });
    },

    async addAdditionalData({ id, pdfData, signal }) {
      await calls.addPdfData(id, pdfData, { signal });
      return normalizedResponse({}, id);
    },

    async updateOne({ id, inspection, signal }) {
      await calls.updateInspection(id, inspection, { signal });
      const { entities } = await calls.getInspection(id, {}, { signal });
      return normalizedResponse({ inspections: entities.inspections }, id);
    },

    async updateVehicle({ id, vehicle, signal }) {
      await calls.updateVehicle(id, vehicle, { signal });
      const { entities } = await calls.getInspection(id, {}, { signal });
      return normalizedResponse({ vehicles: entities.vehicles }, id);
    },

    /** The service knows the user by the token: it records who confirmed, and when. */
    async confirmOne({ id, confirmation, signal }) {
      const response = await calls.getInspection(id, {}, { signal });
      const inspection = getRecord(response, 'inspections');
      const confirmations = changeConfirmations(inspection, response.entities, confirmation, BY_SERVICE);
      await calls.updateInspection(id, { additionalData: toConfirmationData(confirmations) }, { signal });
      const confirmed = await calls.getInspection(id, {}, { signal });
      return normalizedResponse({ inspections: confirmed.entities.inspections }, id);
    },

    async deleteOne({ id, signal }) {
      await calls.deleteInspection(id, { signal });
      return deleteResponse('inspections', { id, deleted: true });
    },
  });
}

function resolveAcquisition(
  image: CreateImage,
  photos: Record<string, PhotoSource>,
  index: number,
): CreateImage {
  const path = `inspection.images[${index}].acquisition`;
  const fileKey = image.acquisition?.fileKey;
  if (fileKey !== undefined && Object.hasOwn(photos, fileKey)) {
    if (fileKey === JSON_PART)
      throw invalidField(`${path}.fileKey`, `a name other than ${JSON_PART}`, fileKey);
    return { ...image, acquisition: { strategy: 'upload_multipart_form_keys', fileKey } };
  }
  const acquisition = toUrlAcquisition(image.acquisition, path);
  if (acquisition) return { ...image, acquisition };
  throw invalidField(path, 'a url, or a fileKey whose photo is in options.photos', fileKey ?? 'neither');
}

function toFile(acquisition: Acquisition | undefined, photos: Record<string, PhotoSource>): [string, Blob][] {
  const { strategy, fileKey } = acquisition ?? {};
  const photo = strategy === 'upload_multipart_form_keys' && fileKey !== undefined && photos[fileKey];
  return photo && fileKey !== undefined ? [[fileKey, toPhotoBlob(photo)]] : [];
}
