import { describe, expect, test } from 'vitest';
import { INSPECTION_TYPES, TASK_NAMES } from '../../src/domain/enums.ts';
import type { TaskInput } from '../../src/domain/records/task.ts';
import {
  type ApiUnderTest,
  createClients,
  getOnlyRecord,
  getRecord,
  ISO_TIME,
  rejection,
  rejectionCode,
  UUID,
} from './api-under-test.ts';
import { everyInspectionField, everyTaskOption, everyVehicleField } from './every-field.ts';

const KINDS = [
  'damages',
  'documents',
  'images',
  'inspections',
  'parts',
  'severityResults',
  'tasks',
  'vehicles',
  'views',
  'wheelAnalysis',
];

export function inspectionConformance(service: ApiUnderTest): void {
  describe('an inspection', () => {
    const { newClient, photo, isService } = createClients(service);

    // Proves spec 2.21, wire C1.
    test('requires only tasks', async () => {
      const api = await newClient();
      const created = await api.inspections.createOne({ tasks: {} });
      expect(created.result).toMatch(UUID);
      expect(getOnlyRecord(created.entities.inspections)).toMatchObject({
        id: created.result,
        status: 'NOT_STARTED',
        images: [],
        tasks: [],
      });
      expect((await rejection(api.inspections.createOne(JSON.parse('{}')))).details.path).toBe(
        'inspection.tasks',
      );
    });

    // Proves spec 2.3, spec 4.1, spec 9.1.
    test('is returned with its id and a map for each kind of record, including its vehicle and tasks', async () => {
      const api = await newClient();
      const { result, entities } = await api.inspections.createOne(everyInspectionField);
      expect(Object.keys(entities).sort()).toEqual(KINDS);
      expect(Object.keys(entities.inspections)).toEqual([result]);
      expect(Object.values(entities.tasks).map(({ name }) => name)).toEqual([...TASK_NAMES]);
      expect(getOnlyRecord(entities.inspections).tasks).toEqual(Object.keys(entities.tasks));
      expect(getOnlyRecord(entities.inspections).vehicle).toBe(getOnlyRecord(entities.vehicles).id);
      expect(entities.images).toEqual({});
    });

    // Proves spec 2.4, spec 2.5, spec 2.11, spec 4.8.
    test('returns every input field from create and get', async () => {
      const api = await newClient();
      const created = await api.inspections.createOne(everyInspectionField);
      const read = await api.inspections.getOne(created.result);
      const { tasks: _tasks, vehicle: _vehicle, ...fields } = everyInspectionField;
      expect(getOnlyRecord(read.entities.inspections)).toMatchObject(fields);
      expect(getOnlyRecord(read.entities.vehicles)).toEqual({
        id: expect.stringMatching(UUID),
        ...everyVehicleField,
      });
      expect(read).toEqual(created);
    });

    // Proves spec 2.15, spec 2.22, wire C2, wire C3, wire C6.
    test('returns the options of each task', async () => {
      const api = await newClient();
      const { entities } = await api.inspections.createOne({ tasks: everyTaskOption });
      for (const task of Object.values(entities.tasks)) {
        const options: TaskInput & object = everyTaskOption[task.name];
        const callbacks = options.callbacks?.map((one) => (isService ? { ...one, headers: {} } : one));
        expect(task).toMatchObject({ ...options, ...(callbacks && { callbacks }), status: 'NOT_STARTED' });
      }
    });

    // Proves spec 2.4.
    test.each(INSPECTION_TYPES)('accepts type %s', async (inspectionType) => {
      const api = await newClient();
      const { entities } = await api.inspections.createOne({ tasks: {}, inspectionType });
      expect(getOnlyRecord(entities.inspections).inspectionType).toBe(inspectionType);
    });

    // Proves spec 1.7, spec 2.1.
    test('has the user who created it as owner and creator, and a creation time', async () => {
      const api = await newClient();
      const { entities } = await api.inspections.createOne({ tasks: {} });
      const inspection = getOnlyRecord(entities.inspections);
      expect(inspection).toMatchObject({ ownerId: api.user.id, creatorId: api.user.id });
      expect(inspection.createdAt).toMatch(ISO_TIME);
      expect(inspection).not.toHaveProperty('deletedAt');
      expect(inspection).not.toHaveProperty('deleted');
    });

    test('omits fields that were not given', async () => {
      const api = await newClient();
      const { entities } = await api.inspections.createOne({ tasks: { wheel_analysis: {} } });
      const inspection = getOnlyRecord(entities.inspections);
      for (const field of ['inspectionType', 'accidentNature', 'usageDuration', 'vehicle', 'additionalData'])
        expect(inspection).not.toHaveProperty(field);
      expect(entities.vehicles).toEqual({});
    });

    // Proves spec 2.1, wire A6.
    test('gets ids that sort by creation', async () => {
      const api = await newClient();
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) ids.push((await api.inspections.createOne({ tasks: {} })).result);
      expect(ids.toSorted()).toEqual(ids);
      expect(new Set(ids).size).toBe(5);
    });

    // Proves spec 1.4, spec 2.9.
    test('accepts images at creation, each with the photo of its file key', async () => {
      const api = await newClient();
      const { entities } = await api.inspections.createOne(
        {
          tasks: { damage_detection: {} },
          images: [
            { name: 'one', acquisition: { fileKey: 'a' }, tasks: ['damage_detection'] },
            { name: 'two', acquisition: { fileKey: 'b' } },
          ],
        },
        { photos: { a: await photo(1), b: await photo(2, { width: 48, height: 64 }) } },
      );
      const inspection = getOnlyRecord(entities.inspections);
      const [one, two] = inspection.images.map((id) => getRecord(entities.images, id));
      expect(one).toMatchObject({ name: 'one', imageWidth: 64, imageHeight: 48 });
      expect(two).toMatchObject({ name: 'two', imageWidth: 48, imageHeight: 64 });
      expect(getOnlyRecord(entities.tasks).images).toEqual([{ imageId: one?.id }]);
    });

    test('is rejected completely if one of its images is rejected', async () => {
      const api = await newClient();
      const images = [{ acquisition: { fileKey: 'a' } }, { acquisition: { fileKey: 'missing' } }];
      const error = await rejection(
        api.inspections.createOne({ tasks: {}, images }, { photos: { a: await photo() } }),
      );
      expect(error).toMatchObject({ code: 'invalid_input' });
      expect(error.message).toContain('inspection.images[1].acquisition');
      const unlisted = {
        tasks: {},
        images: [{ acquisition: { fileKey: 'a' }, tasks: ['wheel_analysis'] }],
      } as const;
      expect(
        await rejectionCode(
          api.inspections.createOne(
            { ...unlisted, images: unlisted.images.map((one) => ({ ...one, tasks: [...one.tasks] })) },
            { photos: { a: await photo() } },
          ),
        ),
      ).toBe('task_unknown');
      expect((await api.inspections.getMany()).data).toEqual([]);
    });

    // Proves spec 4.2.
    test('throws not_found if it does not exist', async () => {
      const api = await newClient();
      const unknownId = '0190d5b0-3f1e-7000-8000-00000000dead';
      expect(await rejection(api.inspections.getOne(unknownId))).toMatchObject({
        code: 'not_found',
        details: { what: 'inspection', id: unknownId },
        retryable: false,
      });
    });

    // Proves spec 2.3.
    test('is read with all its records', async () => {
      const api = await newClient();
      const { result: id } = await api.inspections.createOne({
        tasks: { damage_detection: {} },
        vehicle: {},
      });
      const { result: imageId } = await api.images.addOne(id, { tasks: ['damage_detection'] }, await photo());
      const { result: damageId } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
      const { result: viewId } = await api.views.createOne(id, {
        imageId,
        damageId,
        boundingBox: { xmin: 1, ymin: 2, width: 3, height: 4 },
      });
      const { result: severityId } = await api.severities.createOne(id, { label: 'hood', level: 2 });
      const { result, entities } = await api.inspections.getOne(id);
      expect(result).toBe(id);
      expect(getOnlyRecord(entities.inspections)).toMatchObject({
        images: [imageId],
        damages: [damageId],
        severityResults: [severityId],
        parts: Object.keys(entities.parts),
        tasks: Object.keys(entities.tasks),
        vehicle: getOnlyRecord(entities.vehicles).id,
      });
      expect(getOnlyRecord(entities.images).views).toEqual([viewId]);
      expect(getOnlyRecord(entities.views)).toMatchObject({ imageId, damageId });
      expect(getOnlyRecord(entities.parts)).toMatchObject({ partType: 'hood', damageIds: [damageId] });
    });
  });
}
