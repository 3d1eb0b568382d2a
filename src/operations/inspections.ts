import { INSPECTION_CALLS } from '../domain/api/api-arguments.ts';
import { implement } from '../domain/api/call-arguments.ts';
import type { InspectionsApi, PhotoSource } from '../domain/api/inspection-api.ts';
import { invalidField } from '../domain/check.ts';
import { createPaging } from '../domain/paging.ts';
import type { CreateInspection, ListInspectionsOptions } from '../domain/records/inspection.ts';
import { throwIfAborted } from '../errors.ts';
import type { PhotoInput } from '../rules/images.ts';
import {
  addPdfData,
  createInspection,
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

export function inspectionOperations(host: Host): InspectionsApi {
  const { changes, guard, store } = host;
  return implement(INSPECTION_CALLS, {
    async getOne({ id, options: { showDeletedObjects }, signal }) {
      return toInspectionResponse(requireVisible(await loadInspection(host, id, signal), showDeletedObjects));
    },

    async getMany({ options: query, signal }) {
      const { records: states, more } = await store.list(toListQuery(query, host));
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

    async createOne({ inspection, photos: sources, signal }) {
      const photos = await ingestPhotos(inspection.images ?? [], sources, host, signal);
      const record = () => changes.create((context) => createInspection(inspection, photos, context), signal);
      return guard.reserveSpace(sumPhotoBytes(photos), record);
    },

    addAdditionalData: ({ id, pdfData, signal }) => changes.apply(id, addPdfData(pdfData), signal),
    updateOne: ({ id, inspection, signal }) => changes.apply(id, updateInspection(inspection), signal),
    updateVehicle: ({ id, vehicle, signal }) => changes.apply(id, updateVehicle(vehicle), signal),
    async confirmOne({ id, confirmation, signal }) {
      const { confirmInspection } = await host.ingestDeps.loadRare('confirms sides');
      return changes.apply(id, confirmInspection(confirmation), signal);
    },
    deleteOne: ({ id, signal }) => changes.apply(id, deleteInspection, signal),
  });
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
