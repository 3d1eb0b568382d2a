import type { InspectionApi, PhotoSource } from '../domain/api.ts';
import { checkId, checkOptions, takeOption } from '../domain/call-arguments.ts';
import { check, invalidField } from '../domain/check.ts';
import {
  type CreateInspection,
  createInspection,
  getInspectionOptions,
  type ListInspectionsOptions,
  listInspectionsOptions,
  pdfInputData,
} from '../domain/inspection.ts';
import { paging } from '../domain/paging.ts';
import { vehicleInput } from '../domain/vehicle.ts';
import { throwIfAborted } from '../errors.ts';
import {
  addPdfData,
  createInspection as createInspectionRule,
  deleteInspection,
  updateVehicle,
} from '../rules/inspections.ts';
import { inspectionAnswer, inspectionEntity, listingEntities, shown } from '../rules/read.ts';
import type { ListQuery, Scope } from '../store/store.ts';
import { type Host, loadInspection } from './host.ts';
import { takePhoto } from './photo-intake.ts';
import { sizeOf } from './storage-guard.ts';

export function inspectionOperations(host: Host): InspectionApi['inspections'] {
  return {
    async getOne(id, options) {
      const inspectionId = checkId(id, 'id');
      const { signal, options: asked } = checkOptions(options, getInspectionOptions);
      const state = await loadInspection(host, inspectionId, signal);
      return inspectionAnswer(shown(state, asked.showDeletedObjects));
    },

    async getMany(options) {
      const { signal, options: asked } = checkOptions(options, listInspectionsOptions);
      throwIfAborted(signal);
      const { records: states, more } = await host.store.list(listQuery(asked, host));
      throwIfAborted(signal);
      const entities = listingEntities(states, asked.verbose);
      const records = states.map(({ inspection }) => inspection);
      return {
        entities,
        result: records.map(({ id }) => id),
        data: states.map((state) => entities.inspections[state.inspection.id] ?? inspectionEntity(state)),
        paging: paging({ records, more }, '/inspections', asked),
      };
    },

    async createOne(input, options) {
      const checked = check(createInspection, input, 'inspection');
      const { taken: sources, rest } = takeOption(options, 'photos');
      const { signal } = checkOptions(rest);
      const photos = await takePhotos(checked.images ?? [], photoSources(sources), host, signal);
      const record = () =>
        host.changes.create((context) => createInspectionRule(checked, photos, context), signal);
      return host.guard.withRoomFor(sizeOf(photos), record);
    },

    async addAdditionalData(id, input, options) {
      const inspectionId = checkId(id, 'id');
      const rule = addPdfData(check(pdfInputData, input, 'pdfData'));
      return host.changes.apply(inspectionId, rule, checkOptions(options).signal);
    },

    async updateVehicle(id, input, options) {
      const inspectionId = checkId(id, 'id');
      const rule = updateVehicle(check(vehicleInput, input, 'vehicle'));
      return host.changes.apply(inspectionId, rule, checkOptions(options).signal);
    },

    async deleteOne(id, options) {
      const inspectionId = checkId(id, 'id');
      return host.changes.apply(inspectionId, deleteInspection, checkOptions(options).signal);
    },
  };
}

export function listQuery(options: ListInspectionsOptions, { user }: Pick<Host, 'user'>): ListQuery {
  const scopes: Record<ListInspectionsOptions['ownershipFilter'], Scope> = {
    own_resources: { ownerId: user.id },
    // Who belongs to no organization shares with nobody.
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

function photoSources(value: unknown): Record<string, PhotoSource> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null) {
    throw invalidField('options.photos', 'photos by file key', typeof value);
  }
  return value as Record<string, PhotoSource>; // each is checked when it is taken in
}

async function takePhotos(
  images: NonNullable<CreateInspection['images']>,
  sources: Record<string, PhotoSource>,
  { intake }: Host,
  signal?: AbortSignal,
) {
  const photos = [];
  for (const [index, { acquisition }] of images.entries()) {
    const key = acquisition?.fileKey;
    const source = key !== undefined && Object.hasOwn(sources, key) ? sources[key] : undefined;
    if (source === undefined && acquisition?.url === undefined) {
      throw invalidField(
        `inspection.images[${index}].acquisition`,
        'a url, or a fileKey whose photo is in options.photos',
        key ?? 'neither',
      );
    }
    photos.push(await takePhoto(source, acquisition, intake, signal));
  }
  return photos;
}
