import { describe, expect, test } from 'vitest';
import type { ListInput } from '../../src/domain/paging.ts';
import { type ApiUnderTest, createClients, getRecord, rejection } from './api-under-test.ts';

export function imagePageConformance(service: ApiUnderTest): void {
  describe('a page of images', () => {
    const { newClient, photo } = createClients(service);
    /** Creates an inspection with images. `ids` are in creation order. */
    const createImages = async (count: number) => {
      const api = await newClient();
      const keys = Array.from({ length: Math.min(count, 100) }, (_, nth) => `photo-${nth}`);
      const file = await photo();
      const { result: id, entities } = await api.inspections.createOne(
        { tasks: {}, images: keys.map((fileKey) => ({ acquisition: { fileKey } })) },
        { photos: Object.fromEntries(keys.map((key) => [key, file])) },
      );
      const ids = [...getRecord(entities.inspections, id).images];
      const add = async () => {
        ids.push((await api.images.addOne(id, {}, file)).result);
      };
      while (ids.length < count) await add();
      const page = (options?: ListInput) => api.images.getMany(id, options);
      return { id, ids, add, page };
    };

    // Proves spec 4.14.
    test('contains data, paging and the normalized response, newest first', async () => {
      const { ids, page } = await createImages(3);
      const { data, paging, result, entities } = await page();
      expect(result).toEqual(ids.toReversed());
      expect(data.map((image) => image.id)).toEqual(result);
      expect(Object.keys(entities.images).sort()).toEqual(ids);
      expect(paging).toEqual({ cursors: { before: ids[2], after: ids[0] }, previous: null, next: null });
    });

    test('is empty for an inspection without images', async () => {
      const { page } = await createImages(0);
      expect(await page()).toMatchObject({
        data: [],
        result: [],
        paging: { cursors: {}, previous: null, next: null },
      });
    });

    // Proves spec 4.13, spec 8.1.
    test('contains 100 images by default', async () => {
      const { id, ids, page } = await createImages(101);
      const { result, paging } = await page();
      expect(result).toEqual(ids.slice(1).toReversed());
      expect(paging.next).toBe(`/inspections/${id}/images?limit=100&pagination_order=desc&after=${ids[1]}`);
      expect((await page({ limit: 101 })).paging.next).toBeNull();
    });

    // Proves spec 4.13, spec 8.2.
    test.each([0, -1, 1.5, 501, Number.NaN])('rejects a limit of %s', async (limit) => {
      const { page } = await createImages(0);
      expect(await rejection(page({ limit }))).toMatchObject({
        code: 'invalid_input',
        details: { path: 'options.limit' },
      });
    });

    test.each(['asc', 'desc'] as const)(
      // Proves spec 4.14.
      'leads to the previous and next page by its cursors, %s',
      async (paginationOrder) => {
        const { ids, page } = await createImages(5);
        const inOrder = paginationOrder === 'asc' ? ids : ids.toReversed();
        const options = { limit: 2, paginationOrder };
        const first = await page(options);
        const second = await page({ ...options, after: first.paging.cursors.after });
        const third = await page({ ...options, after: second.paging.cursors.after });
        expect([first.result, second.result, third.result]).toEqual([
          inOrder.slice(0, 2),
          inOrder.slice(2, 4),
          inOrder.slice(4),
        ]);
        expect(
          [first, second, third].map(({ paging }) => [paging.previous !== null, paging.next !== null]),
        ).toEqual([
          [false, true],
          [true, true],
          [true, false],
        ]);
        expect((await page({ ...options, before: third.paging.cursors.before })).result).toEqual(
          second.result,
        );
        expect((await page({ ...options, before: second.paging.cursors.before })).result).toEqual(
          first.result,
        );
      },
    );

    // Proves spec 4.15.
    test('links to the previous and next page', async () => {
      const { id, ids, page } = await createImages(3);
      const { paging } = await page({ limit: 1, paginationOrder: 'asc', after: ids[0] });
      const link = `/inspections/${id}/images?limit=1&pagination_order=asc`;
      expect(paging).toMatchObject({ previous: `${link}&before=${ids[1]}`, next: `${link}&after=${ids[1]}` });
    });

    // Proves spec 4.14.
    test('contains the images between two cursors', async () => {
      const { ids, page } = await createImages(5);
      const between = await page({ paginationOrder: 'asc', after: ids[0], before: ids[4] });
      expect(between.result).toEqual(ids.slice(1, 4));
    });

    test('stays stable while images are added: none is skipped, none repeated', async () => {
      const { ids, page, add } = await createImages(4);
      const inOrder = ids.toReversed();
      const first = await page({ limit: 2 });
      await add();
      await add();
      const second = await page({ limit: 2, after: first.paging.cursors.after });
      expect([...first.result, ...second.result]).toEqual(inOrder);
      const newer = await page({ limit: 2, before: first.paging.cursors.before });
      expect(newer.result).toEqual(ids.slice(4).toReversed());
    });

    test('stays stable when the image of its cursor is deleted', async () => {
      const api = await newClient();
      const { result: id } = await api.inspections.createOne({ tasks: {} });
      const ids: string[] = [];
      for (let n = 0; n < 4; n += 1) ids.push((await api.images.addOne(id, {}, await photo())).result);
      const [, second = ''] = ids;
      await api.images.deleteOne(id, second);
      expect((await api.images.getMany(id, { paginationOrder: 'asc', after: second })).result).toEqual(
        ids.slice(2),
      );
    });
  });
}
