import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/domain/limits.ts';
import { getOnlyRecord } from '../../conformance/api-under-test.ts';
import { type FullInspection, openWithFullInspection } from '../support/full-inspection.ts';
import { smallPhoto } from '../support/photos.ts';

describe('input at the limits is accepted', () => {
  let place: FullInspection;
  beforeAll(async () => {
    place = await openWithFullInspection({ limits: { photoBytes: (await smallPhoto()).length } });
  });
  afterAll(() => place.kerbside.close());

  test('a view of 100 polygons of 2,000 points each', async () => {
    const { kerbside, id, imageId, damageId } = place;
    const polygon = Array.from({ length: LIMITS.pointsPerPolygon }, (_, n): [number, number] => [
      n % 65,
      n % 49,
    ]);
    const polygons = Array.from({ length: LIMITS.polygonsPerView }, () => polygon);
    const { entities } = await kerbside.views.createOne(id, { imageId, damageId, polygons });
    expect(getOnlyRecord(entities.views).boundingBox).toEqual({ xmin: 0, ymin: 0, width: 64, height: 48 });
  });

  test('a photo of exactly the maximum size, and a photo of 32 x 32 pixels', async () => {
    const { kerbside, id } = place;
    await kerbside.images.addOne(id, {}, await smallPhoto());
    const { entities } = await kerbside.images.addOne(id, {}, await smallPhoto(1, 32, 32));
    expect(getOnlyRecord(entities.images)).toMatchObject({ imageWidth: 32, imageHeight: 32 });
  });

  test('texts and lists of the maximum length', async () => {
    const { kerbside } = place;
    const input = {
      tasks: {},
      accidentNature: 'x'.repeat(LIMITS.longText),
      vehicle: { brand: 'ü'.repeat(LIMITS.shortText) },
      damageAreas: Array.from({ length: LIMITS.damageAreas }, (_, n) => ({
        id: `${n}`,
        relevantElements: [],
      })),
    };
    const { entities } = await kerbside.inspections.createOne(input);
    expect(getOnlyRecord(entities.inspections).damageAreas).toHaveLength(LIMITS.damageAreas);
    expect(getOnlyRecord(entities.vehicles).brand).toBe(input.vehicle.brand);
  });

  test('a page of 500 records', async () => {
    const { kerbside, id } = place;
    expect((await kerbside.images.getMany(id, { limit: LIMITS.pageSize })).data).not.toEqual([]);
  });
});
