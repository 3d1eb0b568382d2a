import type { InspectionApi, PhotoSource } from '../domain/api.ts';
import { checkId, checkOptions, takeOption } from '../domain/call-arguments.ts';
import { check, invalidField } from '../domain/check.ts';
import {
  type CreateInspection,
  createInspectionSchema,
  getInspectionSchema,
  type ListInspectionsOptions,
  listInspectionsSchema,
  pdfInputDataSchema,
  updateInspectionSchema,
} from '../domain/inspection.ts';
import { createPaging } from '../domain/paging.ts';
import { vehicleSchema } from '../domain/vehicle.ts';
import { throwIfAborted } from '../errors.ts';
import type { PhotoInput } from '../rules/images.ts';
import {
  addPdfData,
  createInspection as createInspectionRule,
  deleteInspection,
  updateInspection,
  updateVehicle,
} from '../rules/inspections.ts';
import { requireVisible, toInspection, toInspectionResponse, toListEntities } from '../rules/to-entities.ts';
import type { ListQuery, Scope } from '../store/store.ts';
import type { Host } from './host.ts';
import { prepareIngest } from './ingest-photo.ts';
import { loadInspection } from './load-inspection.ts';
import { sumPhotoBytes } from './storage-guard.ts';

export function inspectionOperations(host: Host): InspectionApi['inspections'] {
  return {
    async getOne(id, options) {
      const inspectionId = checkId(id, 'id');
      const { signal, options: query } = checkOptions(options, getInspectionSchema);
      const state = await loadInspection(host, inspectionId, signal);
      return toInspectionResponse(requireVisible(state, query.showDeletedObjects));
    },

    async getMany(options) {
      const { signal, options: query } = checkOptions(options, listInspectionsSchema);
      throwIfAborted(signal);
      const { records: states, more } = await host.store.list(toListQuery(query, host));
      throwIfAborted(signal);
      const entities = toListEntities(states, query.verbose);
      const records = states.map(({ inspection }) => inspection);
      return {
        entities,
        result: records.map(({ id }) => id),
        data: states.map((state) => entities.inspections[state.inspection.id] ?? toInspection(state)),
        paging: createPaging({ records, more }, '/inspections', query),
      };
    },

    async createOne(input, options) {
      const checked = check(createInspectionSchema, input, 'inspection');
      const { taken: sources, rest } = takeOption(options, 'photos');
      const { signal } = checkOptions(rest);
      const photos = await ingestPhotos(checked.images ?? [], checkPhotoSources(sources), host, signal);
      const record = () =>
        host.changes.create((context) => createInspectionRule(checked, photos, context), signal);
      return host.guard.reserveSpace(sumPhotoBytes(photos), record);
    },

    async addAdditionalData(id, input, options) {
      const inspectionId = checkId(id, 'id');
      const rule = addPdfData(check(pdfInputDataSchema, input, 'pdfData'));
      return host.changes.apply(inspectionId, rule, checkOptions(options).signal);
    },

    async updateOne(id, input, options) {
      const inspectionId = checkId(id, 'id');
      const rule = updateInspection(check(updateInspectionSchema, input, 'inspection'));
      return host.changes.apply(inspectionId, rule, checkOptions(options).signal);
    },

    async updateVehicle(id, input, options) {
      const inspectionId = checkId(id, 'id');
      const rule = updateVehicle(check(vehicleSchema, input, 'vehicle'));
      return host.changes.apply(inspectionId, rule, checkOptions(options).signal);
    },

    async deleteOne(id, options) {
      const inspectionId = checkId(id, 'id');
      return host.changes.apply(inspectionId, deleteInspection, checkOptions(options).signal);
    },
  };
}

/** Converts the options of a list into a store query for this user. */
export function toListQuery(options: ListInspectionsOptions, { user }: Pick<Host, 'user'>): ListQuery {
  const scopes: Record<ListInspectionsOptions['ownershipFilter'], Scope> = {
    own_resources: { ownerId: user.id },
    // A user without an organization sees only their own inspections.
    organization_resources:
      user.organizationId === undefined ? { ownerId: user.id } : { organizationId: user.organizationId },
    all_resources: 'all',
  };
  const { ownershipFilter, inspectionStatus, showDeleted, verbose: _verbose, ...page } = options;
  return {
    ...page,
    scope: scopes[ownershipFilter],
    includeDeleted: showDeleted,
    ...(inspectionStatus && { status: inspectionStatus }),
  };
}

function checkPhotoSources(value: unknown): Record<string, PhotoSource> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) {
    throw invalidField('options.photos', 'photos by file key', typeof value);
  }
  return value as Record<string, PhotoSource>; // `ingestPhoto` checks each one
}

/** Ingests photos one by one, to save memory. */
async function ingestPhotos(
  images: NonNullable<CreateInspection['images']>,
  sources: Record<string, PhotoSource>,
  { ingestDeps }: Host,
  signal?: AbortSignal,
): Promise<PhotoInput[]> {
  const found = images.map(({ acquisition, rotateImageBeforeUpload }, index) => {
    const key = acquisition?.fileKey;
    const source = key !== undefined && Object.hasOwn(sources, key) ? sources[key] : undefined;
    if (source === undefined && acquisition?.url === undefined) {
      throw invalidField(
        `inspection.images[${index}].acquisition`,
        'a url, or a fileKey whose photo is in options.photos',
        key ?? 'neither',
      );
    }
    return { source, acquisition, rotateImageBeforeUpload, signal };
  });
  const ingests = found.map((photo) => prepareIngest(photo, ingestDeps));
  const photos: PhotoInput[] = [];
  for (const ingest of ingests) photos.push(await ingest());
  return photos;
}
