import { describe, expect, test } from 'vitest';
import {
  type ApiClient,
  type ApiUnderTest,
  createClients,
  getOnlyRecord,
  getRecord,
  ISO_TIME,
  rejection,
  rejectionCode,
} from './api-under-test.ts';

const box = { xmin: 0, ymin: 0, width: 8, height: 8 };

export function deletionConformance(service: ApiUnderTest): void {
  const { newClient, photo } = createClients(service);
  const createFull = async () => {
    const api = await newClient();
    const { result: id } = await api.inspections.createOne({ tasks: { damage_detection: {} } });
    const { result: imageId } = await api.images.addOne(id, { tasks: ['damage_detection'] }, await photo());
    const { result: damageId } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    const { result: viewId } = await api.views.createOne(id, { imageId, damageId, boundingBox: box });
    return { api, id, imageId, damageId, viewId };
  };
  const readEntities = async (api: ApiClient, id: string, showDeletedObjects = false) =>
    (await api.inspections.getOne(id, { showDeletedObjects })).entities;

  describe('deleting an inspection', () => {
    // Proves spec 2.2, spec 4.10.
    test('returns its id and the inspection as deleted', async () => {
      const { api, id } = await createFull();
      const { entities, ...response } = await api.inspections.deleteOne(id);
      expect(response).toEqual({ id, deleted: true, result: id });
      expect(entities.inspections).toEqual({ [id]: { id, deleted: true } });
      const { inspections: _deleted, ...others } = entities;
      expect(Object.values(others).every((map) => Object.keys(map).length === 0)).toBe(true);
    });

    // Proves spec 2.2, spec 3.6.
    test('keeps it; it is returned only with showDeletedObjects', async () => {
      const { api, id, imageId } = await createFull();
      await api.inspections.deleteOne(id);
      expect(await rejection(api.inspections.getOne(id))).toMatchObject({
        code: 'not_found',
        details: { id, deletedAt: expect.stringMatching(ISO_TIME) },
      });
      const entities = await readEntities(api, id, true);
      expect(getOnlyRecord(entities.inspections)).toMatchObject({
        deleted: true,
        deletedAt: expect.stringMatching(ISO_TIME),
      });
      expect(Object.keys(entities.images)).toEqual([imageId]);
      expect((await api.images.photo(imageId)).bytes.byteLength).toBeGreaterThan(0);
    });

    // Proves spec 3.6.
    test('makes every read and change of its records fail with not_found', async () => {
      const { api, id, imageId, damageId, viewId } = await createFull();
      const { result: severityId } = await api.severities.createOne(id, { label: 'hood' });
      await api.inspections.deleteOne(id);
      const calls = [
        api.tasks.getOne(id, 'damage_detection'),
        api.tasks.getMany(id),
        api.tasks.updateOne(id, 'damage_detection', { status: 'TODO' }),
        api.tasks.whenDone(id, 'damage_detection'),
        api.images.getOne(id, imageId),
        api.images.getMany(id),
        api.images.addOne(id, {}, await photo()),
        api.images.deleteOne(id, imageId),
        api.views.createOne(id, { imageId, damageId, boundingBox: box }),
        api.views.deleteOne(id, viewId),
        api.damages.createOne(id, { damageType: 'dent', partType: 'hood' }),
        api.damages.deleteOne(id, damageId),
        api.severities.createOne(id, { label: 'hood' }),
        api.severities.updateOne(id, severityId, {}),
        api.inspections.updateVehicle(id, {}),
        api.inspections.addAdditionalData(id, {}),
        api.inspections.deleteOne(id),
      ];
      expect(await Promise.all(calls.map(rejectionCode))).toEqual(calls.map(() => 'not_found'));
    });
  });

  describe('deleting an image', () => {
    test('returns its id, hides it and its views, and removes it from its task', async () => {
      const { api, id, imageId, damageId } = await createFull();
      const { entities: deleted, ...response } = await api.images.deleteOne(id, imageId);
      expect(response).toEqual({ id: imageId, deleted: true, result: imageId });
      expect(deleted.images).toEqual({ [imageId]: { id: imageId, deleted: true } });
      const entities = await readEntities(api, id);
      expect({ ...entities.images, ...entities.views }).toEqual({});
      expect(getOnlyRecord(entities.inspections)).toMatchObject({ images: [], damages: [damageId] });
      expect(getOnlyRecord(entities.tasks).images).toEqual([]);
      expect((await api.images.getMany(id)).data).toEqual([]);
      expect(await rejectionCode(api.images.getOne(id, imageId))).toBe('not_found');
    });

    // Proves spec 4.2.
    test('keeps it; it is returned with showDeletedObjects', async () => {
      const { api, id, imageId, viewId } = await createFull();
      await api.images.deleteOne(id, imageId);
      const entities = await readEntities(api, id, true);
      expect(getRecord(entities.images, imageId).deletedAt).toMatch(ISO_TIME);
      expect(Object.keys(entities.views)).toEqual([viewId]);
    });

    test('makes changes of its views fail with not_found', async () => {
      const { api, id, imageId, damageId, viewId } = await createFull();
      await api.images.deleteOne(id, imageId);
      expect(await rejectionCode(api.views.createOne(id, { imageId, damageId, boundingBox: box }))).toBe(
        'not_found',
      );
      expect(await rejectionCode(api.views.deleteOne(id, viewId))).toBe('not_found');
      expect(await rejectionCode(api.images.deleteOne(id, imageId))).toBe('not_found');
    });
  });

  describe('deleting a damage', () => {
    test('hides it and its views, also on the image', async () => {
      const { api, id, imageId, damageId, viewId } = await createFull();
      await api.damages.deleteOne(id, damageId);
      const entities = await readEntities(api, id);
      expect({ ...entities.damages, ...entities.views }).toEqual({});
      expect(getRecord(entities.images, imageId).views).toEqual([]);
      expect(getOnlyRecord(entities.parts).damageIds).toEqual([]);
      const all = await readEntities(api, id, true);
      expect(getRecord(all.damages, damageId).deletedAt).toMatch(ISO_TIME);
      expect(getRecord(all.images, imageId).views).toEqual([viewId]);
    });
  });

  test('a list omits deleted records of an inspection', async () => {
    const { api, id, imageId, damageId } = await createFull();
    await api.images.deleteOne(id, imageId);
    const { entities } = await api.inspections.getMany();
    expect(entities.images).toEqual({});
    expect(Object.keys(entities.damages)).toEqual([damageId]);
    expect(getRecord(entities.inspections, id).images).toEqual([]);
  });
}
