import { describe, expect, test } from 'vitest';
import { DAMAGE_TYPES, PART_TYPES } from '../../src/domain/enums.ts';
import {
  type ApiUnderTest,
  clientsOf,
  onlyOf,
  recordOf,
  refusal,
  refusalCode,
  UUID,
} from './api-under-test.ts';

const box = { xmin: 4, ymin: 6, width: 20.5, height: 10 };

export function correctionConformance(service: ApiUnderTest): void {
  const { someone, photo } = clientsOf(service);
  const inspection = async () => {
    const api = await someone();
    const { result: id } = await api.inspections.createOne({ tasks: {} });
    return { api, id };
  };
  /** An inspection with an image of 64 x 48 pixels and a damage to place on it. */
  const withDamage = async () => {
    const { api, id } = await inspection();
    const { result: imageId } = await api.images.addOne(id, {}, await photo());
    const { result: damageId } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    return { api, id, imageId, damageId };
  };

  describe('a damage', () => {
    test('answers with its type, its part and the ids of its parts', async () => {
      const { api, id } = await inspection();
      const { result, entities } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
      const damage = onlyOf(entities.damages);
      expect(damage).toMatchObject({ id: result, damageType: 'dent', partType: 'hood', createdBy: 'user' });
      const read = await api.inspections.getOne(id);
      expect(read.entities.damages).toEqual(entities.damages);
      expect(damage.parts).toEqual(Object.keys(read.entities.parts));
      expect(onlyOf(read.entities.parts)).toMatchObject({ partType: 'hood', damageIds: [result] });
    });

    test('shares its part with others on the same one', async () => {
      const { api, id } = await inspection();
      const first = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
      const second = await api.damages.createOne(id, { damageType: 'scratch', partType: 'hood' });
      expect(onlyOf(second.entities.damages).parts).toEqual(onlyOf(first.entities.damages).parts);
      const { entities } = await api.inspections.getOne(id);
      expect(onlyOf(entities.parts).damageIds).toEqual([first.result, second.result]);
    });

    test.each(['ignore', 'background'] as const)('on %s lies on no part', async (partType) => {
      const { api, id } = await inspection();
      const { entities } = await api.damages.createOne(id, { damageType: 'shadow', partType });
      expect(onlyOf(entities.damages).parts).toEqual([]);
    });

    test('may be of every type, on every part', async () => {
      const { api, id } = await inspection();
      for (const [index, partType] of PART_TYPES.entries()) {
        const damageType = DAMAGE_TYPES[index % DAMAGE_TYPES.length] ?? 'dent';
        const { entities } = await api.damages.createOne(id, { damageType, partType });
        expect(onlyOf(entities.damages)).toMatchObject({ damageType, partType });
      }
    });

    test('answers its deletion with its parts, and is gone', async () => {
      const { api, id, damageId } = await withDamage();
      const before = recordOf((await api.inspections.getOne(id)).entities.damages, damageId);
      const removed = { id: damageId, deleted: true, parts: before.parts };
      const { entities, ...answer } = await api.damages.deleteOne(id, damageId);
      expect(answer).toEqual({ id: damageId, deleted: true, result: damageId });
      expect(entities.damages).toEqual({ [damageId]: removed });
      expect((await api.inspections.getOne(id)).entities.damages).toEqual({});
      expect(await refusalCode(api.damages.deleteOne(id, damageId))).toBe('not_found');
    });
  });

  describe('a view', () => {
    test('places a damage on an image, with polygons and box as given', async () => {
      const { api, id, imageId, damageId } = await withDamage();
      const polygons: [number, number][][] = [
        [
          [4, 6],
          [24.5, 6],
          [24.5, 16],
        ],
        [
          [0, 0],
          [64, 0],
          [64, 48],
          [0, 48],
        ],
      ];
      const { result, entities } = await api.views.createOne(id, {
        imageId,
        damageId,
        polygons,
        boundingBox: box,
      });
      expect(result).toMatch(UUID);
      expect(onlyOf(entities.views)).toMatchObject({
        id: result,
        imageId,
        damageId,
        polygons,
        boundingBox: box,
      });
      const read = await api.inspections.getOne(id);
      expect(read.entities.views).toEqual(entities.views);
      expect(recordOf(read.entities.images, imageId).views).toEqual([result]);
    });

    test('needs only a box, or only polygons: then the box is the one around them', async () => {
      const { api, id, imageId, damageId } = await withDamage();
      const boxed = await api.views.createOne(id, { imageId, damageId, boundingBox: box });
      expect(onlyOf(boxed.entities.views)).toMatchObject({ polygons: [], boundingBox: box });
      const polygons: [number, number][][] = [
        [
          [10, 8],
          [30, 8],
          [20, 40],
        ],
        [
          [5, 9],
          [12, 44],
          [6, 10],
        ],
      ];
      const drawn = await api.views.createOne(id, { imageId, damageId, polygons });
      expect(onlyOf(drawn.entities.views).boundingBox).toEqual({ xmin: 5, ymin: 8, width: 25, height: 36 });
    });

    test('may bring its own image', async () => {
      const { api, id, imageId, damageId } = await withDamage();
      const newImage = {
        name: 'close-up',
        acquisition: { strategy: 'upload_multipart_form_keys', fileKey: 'image' },
        rotateImageBeforeUpload: 'CLOCKWISE_180',
        additionalData: { any: 'thing' },
      } as const;
      const { entities } = await api.views.createOne(
        id,
        { newImage, damageId, boundingBox: { xmin: 0, ymin: 0, width: 90, height: 90 } },
        { photo: await photo(9, { width: 90, height: 90 }) },
      );
      const image = onlyOf(entities.images);
      expect(image).toMatchObject({ ...newImage, imageWidth: 90, imageHeight: 90, tasks: [] });
      expect(onlyOf(entities.views).imageId).toBe(image.id);
      expect((await api.images.getMany(id)).result).toEqual([image.id, imageId]);
      expect((await api.images.photo(image.id)).type).toBe('image/jpeg');
    });

    test('lies inside its image', async () => {
      const { api, id, imageId, damageId } = await withDamage();
      const whole = { xmin: 0, ymin: 0, width: 64, height: 48 };
      await api.views.createOne(id, { imageId, damageId, boundingBox: whole });
      for (const boundingBox of [
        { ...whole, width: 64.5 },
        { ...whole, ymin: 0.5 },
      ]) {
        const error = await refusal(api.views.createOne(id, { imageId, damageId, boundingBox }));
        expect(error).toMatchObject({ code: 'invalid_input', details: { path: 'view.boundingBox' } });
        expect(error.message).toContain('64 x 48');
      }
      const outside: [number, number][][] = [
        [
          [0, 0],
          [65, 0],
          [10, 10],
        ],
      ];
      const drawn = api.views.createOne(id, { imageId, damageId, polygons: outside, boundingBox: whole });
      expect((await refusal(drawn)).details.path).toBe('view.polygons');
    });

    test('that brings an image it does not fit on brings no image either', async () => {
      const { api, id, imageId, damageId } = await withDamage();
      const call = api.views.createOne(
        id,
        { newImage: {}, damageId, boundingBox: { xmin: 0, ymin: 0, width: 500, height: 5 } },
        { photo: await photo(9) },
      );
      expect(await refusalCode(call)).toBe('invalid_input');
      expect((await api.images.getMany(id)).result).toEqual([imageId]);
    });

    test('needs a damage and an image that are there', async () => {
      const { api, id, imageId, damageId } = await withDamage();
      const nobody = '0190d5b0-3f1e-7000-8000-00000000dead';
      const noDamage = api.views.createOne(id, { imageId, damageId: nobody, boundingBox: box });
      expect(await refusal(noDamage)).toMatchObject({ code: 'not_found', details: { what: 'damage' } });
      const noImage = api.views.createOne(id, { imageId: nobody, damageId, boundingBox: box });
      expect(await refusal(noImage)).toMatchObject({ code: 'not_found', details: { what: 'image' } });
    });

    test('answers its deletion with its id, and is gone', async () => {
      const { api, id, imageId, damageId } = await withDamage();
      const { result: viewId } = await api.views.createOne(id, { imageId, damageId, boundingBox: box });
      const { entities, ...answer } = await api.views.deleteOne(id, viewId);
      expect(answer).toEqual({ id: viewId, deleted: true, result: viewId });
      expect(entities.views).toEqual({ [viewId]: { id: viewId, deleted: true } });
      expect((await api.inspections.getOne(id)).entities.views).toEqual({});
      expect(await refusalCode(api.views.deleteOne(id, viewId))).toBe('not_found');
    });
  });

  describe('a severity', () => {
    test('says how bad a part is: level, price, repair or replace', async () => {
      const { api, id, damageId } = await withDamage();
      const { result, entities } = await api.severities.createOne(id, {
        label: 'hood',
        level: 2,
        pricing: 199.5,
        repairOperation: 'repair',
      });
      const severity = onlyOf(entities.severityResults);
      const read = await api.inspections.getOne(id);
      expect(severity).toMatchObject({
        id: result,
        label: 'hood',
        isUserModified: true,
        relatedItemType: 'part',
        relatedItemId: recordOf(read.entities.damages, damageId).parts[0],
        value: { customSeverity: { level: 2, pricing: 199.5, repairOperation: 'repair' } },
      });
      expect(read.entities.severityResults).toEqual(entities.severityResults);
    });

    test('needs only its label; level is 1, 2 or 3', async () => {
      const { api, id } = await inspection();
      const bare = await api.severities.createOne(id, { label: 'roof' });
      expect(onlyOf(bare.entities.severityResults).value).toEqual({ customSeverity: {} });
      for (const level of [1, 2, 3] as const) await api.severities.createOne(id, { label: 'roof', level });
      const zero = api.severities.createOne(id, JSON.parse('{"label":"roof","level":0}'));
      expect((await refusal(zero)).details.path).toBe('severity.level');
    });

    test('is updated field by field; a price of null takes the price back', async () => {
      const { api, id } = await inspection();
      const { result } = await api.severities.createOne(id, { label: 'roof', level: 1, pricing: 10 });
      const update = async (input: Parameters<typeof api.severities.updateOne>[2]) => {
        const { entities } = await api.severities.updateOne(id, result, input);
        expect((await api.inspections.getOne(id)).entities.severityResults).toEqual(entities.severityResults);
        return onlyOf(entities.severityResults).value.customSeverity;
      };
      expect(await update({ repairOperation: 'replace' })).toEqual({
        level: 1,
        pricing: 10,
        repairOperation: 'replace',
      });
      expect(await update({ pricing: 0 })).toEqual({ level: 1, pricing: 0, repairOperation: 'replace' });
      expect(await update({ pricing: null, level: 3 })).toEqual({ level: 3, repairOperation: 'replace' });
      expect(await update({})).toEqual({ level: 3, repairOperation: 'replace' });
    });

    test('that does not exist can not be updated', async () => {
      const { api, id } = await inspection();
      expect(await refusalCode(api.severities.updateOne(id, 'nobody', { level: 1 }))).toBe('not_found');
    });
  });
}
