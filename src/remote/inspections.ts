import type { InspectionApi, PhotoSource } from '../domain/api.ts';
import { checkId, checkOptions, takeOption } from '../domain/call-arguments.ts';
import { check, invalidField } from '../domain/check.ts';
import { deleteResponse, normalizedResponse } from '../domain/entities.ts';
import type { Acquisition, CreateImage } from '../domain/image.ts';
import {
  createInspectionSchema,
  getInspectionSchema,
  listInspectionsSchema,
  pdfInputDataSchema,
  updateInspectionSchema,
} from '../domain/inspection.ts';
import { vehicleSchema } from '../domain/vehicle.ts';
import { JSON_PART } from '../wire/form-parts.ts';
import { toPhotoBlob, toUrlAcquisition } from './photo-upload.ts';
import type { RemoteCalls } from './remote-calls.ts';
import { toSendOptions } from './send.ts';

export function createInspectionsApi(calls: RemoteCalls): InspectionApi['inspections'] {
  return {
    async getOne(id, options) {
      const inspectionId = checkId(id, 'id');
      const { signal, options: query } = checkOptions(options, getInspectionSchema);
      return calls.getInspection(inspectionId, query, { signal });
    },

    async getMany(options) {
      const { signal, options: query } = checkOptions(options, listInspectionsSchema);
      return calls.listInspections(query, { signal });
    },

    async createOne(input, options) {
      const checked = check(createInspectionSchema, input, 'inspection');
      const { taken, rest } = takeOption(options, 'photos');
      const { signal } = checkOptions(rest);
      const photos = (taken ?? {}) as Record<string, PhotoSource>; // `toPhotoBlob` checks each one
      const images = (checked.images ?? []).map((image, index) => resolveAcquisition(image, photos, index));
      const files = images.flatMap(({ acquisition }) => toFile(acquisition, photos));
      const body = checked.images ? { ...checked, images } : checked;
      const { id } = await calls.createInspection(body, Object.fromEntries(files), { signal });
      return calls.getInspection(id, {}, { signal });
    },

    async addAdditionalData(id, input, options) {
      const inspectionId = checkId(id, 'id');
      const data = check(pdfInputDataSchema, input, 'pdfData');
      await calls.addPdfData(inspectionId, data, toSendOptions(options));
      return normalizedResponse({}, inspectionId);
    },

    async updateOne(id, input, options) {
      const inspectionId = checkId(id, 'id');
      const { signal } = checkOptions(options);
      const { additionalData } = check(updateInspectionSchema, input, 'inspection');
      await calls.updateInspection(inspectionId, { additionalData }, { signal });
      const { entities } = await calls.getInspection(inspectionId, {}, { signal });
      return normalizedResponse({ inspections: entities.inspections }, inspectionId);
    },

    async updateVehicle(id, input, options) {
      const inspectionId = checkId(id, 'id');
      const { signal } = checkOptions(options);
      await calls.updateVehicle(inspectionId, check(vehicleSchema, input, 'vehicle'), { signal });
      const { entities } = await calls.getInspection(inspectionId, {}, { signal });
      return normalizedResponse({ vehicles: entities.vehicles }, inspectionId);
    },

    async deleteOne(id, options) {
      const inspectionId = checkId(id, 'id');
      const { signal } = checkOptions(options);
      await calls.deleteInspection(inspectionId, { signal });
      return deleteResponse('inspections', { id: inspectionId, deleted: true });
    },
  };
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
