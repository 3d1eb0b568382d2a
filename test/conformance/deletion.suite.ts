import { describe, expect, test } from 'vitest';
import {
  type ApiClient,
  type ApiUnderTest,
  clientsOf,
  ISO_TIME,
  onlyOf,
  recordOf,
  refusal,
  refusalCode,
} from './api-under-test.ts';

const box = { xmin: 0, ymin: 0, width: 8, height: 8 };

export function deletionConformance(service: ApiUnderTest): void {
  const { someone, photo } = clientsOf(service);
  const full = async () => {
    const api = await someone();
    const { result: id } = await api.inspections.createOne({ tasks: { damage_detection: {} } });
    const { result: imageId } = await api.images.addOne(id, { tasks: ['damage_detection'] }, await photo());
    const { result: damageId } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    const { result: viewId } = await api.views.createOne(id, { imageId, damageId, boundingBox: box });
    return { api, id, imageId, damageId, viewId };
  };
  const shown = async (api: ApiClient, id: string, showDeletedObjects = false) =>
    (await api.inspections.getOne(id, { showDeletedObjects })).entities;

  describe('deleting an inspection', () => {
    test('answers with its id and the inspection as deleted', async () => {
      const { api, id } = await full();
      const { entities, ...answer } = await api.inspections.deleteOne(id);
      expect(answer).toEqual({ id, deleted: true, result: id });
      expect(entities.inspections).toEqual({ [id]: { id, deleted: true } });
      const { inspections: _deleted, ...others } = entities;
      expect(Object.values(others).every((map) => Object.keys(map).length === 0)).toBe(true);
    });

    test('marks it and keeps it: it is read only when deleted objects are asked for', async () => {
      const { api, id, imageId } = await full();
      await api.inspections.deleteOne(id);
      expect(await refusal(api.inspections.getOne(id))).toMatchObject({
        code: 'not_found',
        details: { id, deletedAt: expect.stringMatching(ISO_TIME) },
      });
      const entities = await shown(api, id, true);
      expect(onlyOf(entities.inspections)).toMatchObject({
        deleted: true,
        deletedAt: expect.stringMatching(ISO_TIME),
      });
      expect(Object.keys(entities.images)).toEqual([imageId]);
      expect((await api.images.photo(imageId)).bytes.byteLength).toBeGreaterThan(0);
    });

    test('hides what it holds and ends every change to it', async () => {
      const { api, id, imageId, damageId, viewId } = await full();
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
      expect(await Promise.all(calls.map(refusalCode))).toEqual(calls.map(() => 'not_found'));
    });
  });

  describe('deleting an image', () => {
    test('answers with its id, hides it and its views, and takes it out of its task', async () => {
      const { api, id, imageId, damageId } = await full();
      const { entities: answered, ...answer } = await api.images.deleteOne(id, imageId);
      expect(answer).toEqual({ id: imageId, deleted: true, result: imageId });
      expect(answered.images).toEqual({ [imageId]: { id: imageId, deleted: true } });
      const entities = await shown(api, id);
      expect({ ...entities.images, ...entities.views }).toEqual({});
      expect(onlyOf(entities.inspections)).toMatchObject({ images: [], damages: [damageId] });
      expect(onlyOf(entities.tasks).images).toEqual([]);
      expect((await api.images.getMany(id)).data).toEqual([]);
      expect(await refusalCode(api.images.getOne(id, imageId))).toBe('not_found');
    });

    test('keeps it to be shown with deleted objects', async () => {
      const { api, id, imageId, viewId } = await full();
      await api.images.deleteOne(id, imageId);
      const entities = await shown(api, id, true);
      expect(recordOf(entities.images, imageId).deletedAt).toMatch(ISO_TIME);
      expect(Object.keys(entities.views)).toEqual([viewId]);
    });

    test('leaves nothing to place a damage on', async () => {
      const { api, id, imageId, damageId, viewId } = await full();
      await api.images.deleteOne(id, imageId);
      expect(await refusalCode(api.views.createOne(id, { imageId, damageId, boundingBox: box }))).toBe(
        'not_found',
      );
      expect(await refusalCode(api.views.deleteOne(id, viewId))).toBe('not_found');
      expect(await refusalCode(api.images.deleteOne(id, imageId))).toBe('not_found');
    });
  });

  describe('deleting a damage', () => {
    test('hides it and its views, on the image too', async () => {
      const { api, id, imageId, damageId, viewId } = await full();
      await api.damages.deleteOne(id, damageId);
      const entities = await shown(api, id);
      expect({ ...entities.damages, ...entities.views }).toEqual({});
      expect(recordOf(entities.images, imageId).views).toEqual([]);
      expect(onlyOf(entities.parts).damageIds).toEqual([]);
      const all = await shown(api, id, true);
      expect(recordOf(all.damages, damageId).deletedAt).toMatch(ISO_TIME);
      expect(recordOf(all.images, imageId).views).toEqual([viewId]);
    });
  });

  test('a list shows a deleted inspection, but not what was deleted inside one', async () => {
    const { api, id, imageId, damageId } = await full();
    await api.images.deleteOne(id, imageId);
    const { entities } = await api.inspections.getMany();
    expect(entities.images).toEqual({});
    expect(Object.keys(entities.damages)).toEqual([damageId]);
    expect(recordOf(entities.inspections, id).images).toEqual([]);
  });
}
