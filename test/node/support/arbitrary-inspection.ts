import fc from 'fast-check';
import { INSPECTION_STATUSES } from '../../../src/domain/enums.ts';
import { byId, type Entities } from '../../../src/domain/records/entities.ts';
import type { Image, ImageDetails } from '../../../src/domain/records/image.ts';
import { imageDetailsSchema } from '../../../src/domain/records/image.ts';
import type { Inspection } from '../../../src/domain/records/inspection.ts';
import {
  damageSchema,
  documentSchema,
  imageSchema,
  inspectionSchema,
  partSchema,
  severitySchema,
  taskSchema,
  vehicleRecordSchema,
  viewSchema,
  wheelSchema,
} from '../../../src/domain/records/record-schemas.ts';
import type { Task } from '../../../src/domain/records/task.ts';
import type { InspectionState } from '../../../src/rules/state.ts';
import { arbitraryOf } from './arbitrary-of.ts';

/** Records as any run of the service may have made them. */

const ids = fc.array(fc.uuid(), { maxLength: 2 });

const withFields = <T extends object, More extends object>(
  record: fc.Arbitrary<T>,
  fields: { [K in keyof More]: fc.Arbitrary<More[K]> },
): fc.Arbitrary<T & More> =>
  fc.tuple(record, fc.record(fields)).map(([own, more]) => ({ ...own, ...more }) as T & More);

const details = arbitraryOf(imageDetailsSchema) as fc.Arbitrary<ImageDetails & Record<string, unknown>>;

export const task: fc.Arbitrary<Task> = withFields(arbitraryOf(taskSchema), {
  images: fc.array(fc.record({ imageId: fc.uuid(), details }, { requiredKeys: ['imageId'] }), {
    maxLength: 2,
  }),
});

export const image: fc.Arbitrary<Image> = withFields(arbitraryOf(imageSchema), {
  path: fc.constantFrom('', '/inspections/1/images/2', 'https://example.org/photo.jpg?sig=a%20b'),
  inspection: fc.record({ id: fc.uuid() }),
  views: fc.constant<string[]>([]),
});

const inspection = withFields(arbitraryOf(inspectionSchema), {
  status: fc.constantFrom(...INSPECTION_STATUSES),
});

const list = <T extends { id: string }>(of: fc.Arbitrary<T>, minLength = 0) =>
  fc.uniqueArray(of, { minLength, maxLength: 2, selector: (one) => one.id });

/** An inspection with all its records, and ids that agree. */
export const inspectionEntities: fc.Arbitrary<{ id: string; entities: Entities }> = fc
  .record({
    inspection,
    images: list(image, 1),
    parts: list(withFields(arbitraryOf(partSchema), { damageIds: ids })),
    damages: list(withFields(arbitraryOf(damageSchema), { parts: ids }), 1),
    views: list(arbitraryOf(viewSchema)),
    tasks: list(task),
    severityResults: list(arbitraryOf(severitySchema)),
    wheelAnalysis: list(arbitraryOf(wheelSchema)),
    documents: list(arbitraryOf(documentSchema)),
    vehicles: fc.array(arbitraryOf(vehicleRecordSchema), { maxLength: 1 }),
  })
  .map(({ inspection: own, vehicles, ...records }) => {
    const views = records.views.map((one, index) => ({
      ...one,
      imageId: nth(records.images, index).id,
      damageId: nth(records.damages, index + 1).id,
    }));
    const images = records.images.map((one) => ({
      ...one,
      inspection: { id: own.id },
      views: idsOf(views.filter((each) => each.imageId === one.id)),
    }));
    const entity: Inspection = {
      ...own,
      ...(own.deletedAt !== undefined && { deleted: true }),
      images: idsOf(images),
      parts: idsOf(records.parts),
      damages: idsOf(records.damages),
      tasks: idsOf(records.tasks),
      severityResults: idsOf(records.severityResults),
      wheelAnalysis: idsOf(records.wheelAnalysis),
      documents: idsOf(records.documents),
      ...(vehicles[0] && { vehicle: vehicles[0].id }),
    };
    const entities: Entities = {
      inspections: byId([entity]),
      images: byId(images),
      parts: byId(records.parts),
      damages: byId(records.damages),
      views: byId(views),
      tasks: byId(records.tasks.map((one) => ({ ...one, inspectionId: own.id }))),
      severityResults: byId(records.severityResults),
      wheelAnalysis: byId(records.wheelAnalysis),
      documents: byId(records.documents),
      vehicles: byId(vehicles),
    };
    return { id: own.id, entities };
  });

function nth<T>(records: readonly T[], index: number): T {
  return records[index % records.length] as T;
}

function idsOf(records: readonly { id: string }[]): string[] {
  return records.map((one) => one.id);
}

/** An inspection as a store holds it. */
export const inspectionState: fc.Arbitrary<InspectionState> = inspectionEntities.map(({ id, entities }) => {
  const { inspections, vehicles, ...kinds } = entities;
  const [vehicle] = Object.values(vehicles);
  const lists = {
    tasks: Object.values(kinds.tasks),
    images: Object.values(kinds.images).map(
      ({ views: _views, inspection: _inspection, path: _path, ...one }) => one,
    ),
    damages: Object.values(kinds.damages).map(({ parts: _parts, ...one }) => one),
    parts: Object.values(kinds.parts).map(({ damageIds: _damageIds, ...one }) => one),
    views: Object.values(kinds.views),
    severityResults: Object.values(kinds.severityResults),
    wheelAnalysis: Object.values(kinds.wheelAnalysis),
    documents: Object.values(kinds.documents),
  };
  const { status: _status, deleted: _deleted, vehicle: _vehicle, ...own } = inspections[id] as Inspection;
  const fields = Object.entries(own).filter(([name]) => !(name in lists));
  return {
    inspection: Object.fromEntries(fields) as unknown as InspectionState['inspection'],
    ...(vehicle && { vehicle }),
    ...lists,
  };
});
