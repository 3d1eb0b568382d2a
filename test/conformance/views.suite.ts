import { describe, expect, test } from 'vitest';
import type { Polygon } from '../../src/domain/records/view.ts';
import {
  type ApiUnderTest,
  createClients,
  getOnlyRecord,
  getRecord,
  rejection,
  rejectionCode,
  UUID,
} from './api-under-test.ts';

const box = { xmin: 4, ymin: 6, width: 20.5, height: 10 };

export function viewConformance(service: ApiUnderTest): void {
  const { newClient, photo } = createClients(service);
  /** Creates an inspection with an image of 64 x 48 pixels and a damage. */
  const createWithDamage = async () => {
    const api = await newClient();
    const { result: id } = await api.inspections.createOne({ tasks: {} });
    const { result: imageId } = await api.images.addOne(id, {}, await photo());
    const { result: damageId } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    return { api, id, imageId, damageId };
  };

  describe('a view', () => {
    // Proves spec 2.17, spec 4.17.
    test('places a damage on an image with the given polygons and box', async () => {
      const { api, id, imageId, damageId } = await createWithDamage();
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
      expect(getOnlyRecord(entities.views)).toMatchObject({
        id: result,
        imageId,
        damageId,
        polygons,
        boundingBox: box,
      });
      const read = await api.inspections.getOne(id);
      expect(read.entities.views).toEqual(entities.views);
      expect(getRecord(read.entities.images, imageId).views).toEqual([result]);
    });

    test('accepts only a box, or only polygons and derives the box from them', async () => {
      const { api, id, imageId, damageId } = await createWithDamage();
      const boxed = await api.views.createOne(id, { imageId, damageId, boundingBox: box });
      expect(getOnlyRecord(boxed.entities.views)).toMatchObject({ polygons: [], boundingBox: box });
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
      const polygonsOnly = await api.views.createOne(id, { imageId, damageId, polygons });
      expect(getOnlyRecord(polygonsOnly.entities.views).boundingBox).toEqual({
        xmin: 5,
        ymin: 8,
        width: 25,
        height: 36,
      });
    });

    // Proves spec 2.22, spec 4.17.
    test('can be created with a new image', async () => {
      const { api, id, imageId, damageId } = await createWithDamage();
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
      const image = getOnlyRecord(entities.images);
      expect(image).toMatchObject({ ...newImage, imageWidth: 90, imageHeight: 90, tasks: [] });
      expect(getOnlyRecord(entities.views).imageId).toBe(image.id);
      expect((await api.images.getMany(id)).result).toEqual([image.id, imageId]);
      expect((await api.images.photo(image.id)).type).toBe('image/jpeg');
    });

    // Proves wire F2.
    test('needs polygons that overlap its box: they describe the same place', async () => {
      const { api, id, imageId, damageId } = await createWithDamage();
      const boundingBox = { xmin: 30, ymin: 10, width: 20, height: 20 };
      const squareAt = (x: number, y: number): Polygon[] => [
        [
          [x, y],
          [x + 10, y],
          [x + 10, y + 10],
          [x, y + 10],
        ],
      ];
      const create = (polygons: Polygon[]) =>
        api.views.createOne(id, { imageId, damageId, boundingBox, polygons });
      for (const polygons of [squareAt(20, 10), squareAt(50, 10), squareAt(35, 30), squareAt(0, 0)]) {
        const error = await rejection(create(polygons));
        expect(error).toMatchObject({ code: 'invalid_input', details: { path: 'view.polygons' } });
      }
      await create(squareAt(21, 10));
      await create([...squareAt(0, 0), ...squareAt(35, 15)]);
    });

    // Proves wire F2.
    test('must be inside its image', async () => {
      const { api, id, imageId, damageId } = await createWithDamage();
      const whole = { xmin: 0, ymin: 0, width: 64, height: 48 };
      await api.views.createOne(id, { imageId, damageId, boundingBox: whole });
      for (const boundingBox of [
        { ...whole, width: 64.5 },
        { ...whole, ymin: 0.5 },
      ]) {
        const error = await rejection(api.views.createOne(id, { imageId, damageId, boundingBox }));
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
      const polygonsOnly = api.views.createOne(id, {
        imageId,
        damageId,
        polygons: outside,
        boundingBox: whole,
      });
      expect((await rejection(polygonsOnly)).details.path).toBe('view.polygons');
    });

    test('that does not fit its new image creates neither view nor image', async () => {
      const { api, id, imageId, damageId } = await createWithDamage();
      const call = api.views.createOne(
        id,
        { newImage: {}, damageId, boundingBox: { xmin: 0, ymin: 0, width: 500, height: 5 } },
        { photo: await photo(9) },
      );
      expect(await rejectionCode(call)).toBe('invalid_input');
      expect((await api.images.getMany(id)).result).toEqual([imageId]);
    });

    // Proves spec 4.17.
    test('needs an existing damage and an existing image', async () => {
      const { api, id, imageId, damageId } = await createWithDamage();
      const unknownId = '0190d5b0-3f1e-7000-8000-00000000dead';
      const noDamage = api.views.createOne(id, { imageId, damageId: unknownId, boundingBox: box });
      expect(await rejection(noDamage)).toMatchObject({ code: 'not_found', details: { what: 'damage' } });
      const noImage = api.views.createOne(id, { imageId: unknownId, damageId, boundingBox: box });
      expect(await rejection(noImage)).toMatchObject({ code: 'not_found', details: { what: 'image' } });
    });

    // Proves spec 4.18.
    test('is deleted; the response contains its id', async () => {
      const { api, id, imageId, damageId } = await createWithDamage();
      const { result: viewId } = await api.views.createOne(id, { imageId, damageId, boundingBox: box });
      const { entities, ...response } = await api.views.deleteOne(id, viewId);
      expect(response).toEqual({ id: viewId, deleted: true, result: viewId });
      expect(entities.views).toEqual({ [viewId]: { id: viewId, deleted: true } });
      expect((await api.inspections.getOne(id)).entities.views).toEqual({});
      expect(await rejectionCode(api.views.deleteOne(id, viewId))).toBe('not_found');
    });
  });
}
