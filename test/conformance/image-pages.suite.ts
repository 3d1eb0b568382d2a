import { describe, expect, test } from 'vitest';
import type { ListInput } from '../../src/domain/paging.ts';
import { type ApiUnderTest, clientsOf, refusal } from './api-under-test.ts';

export function imagePageConformance(service: ApiUnderTest): void {
  describe('a page of images', () => {
    const { someone, photo } = clientsOf(service);
    /** An inspection with images; their ids in order of creation. */
    const withImages = async (count: number) => {
      const api = await someone();
      const { result: id } = await api.inspections.createOne({ tasks: {} });
      const ids: string[] = [];
      const add = async () => {
        ids.push((await api.images.addOne(id, {}, await photo())).result);
      };
      for (let n = 0; n < count; n += 1) await add();
      const page = (options?: ListInput) => api.images.getMany(id, options);
      return { id, ids, add, page };
    };

    test('carries data, paging and the normalized form, newest first', async () => {
      const { ids, page } = await withImages(3);
      const { data, paging, result, entities } = await page();
      expect(result).toEqual(ids.toReversed());
      expect(data.map((image) => image.id)).toEqual(result);
      expect(Object.keys(entities.images).sort()).toEqual(ids);
      expect(paging).toEqual({ cursors: { before: ids[2], after: ids[0] }, previous: null, next: null });
    });

    test('of an inspection without images is empty', async () => {
      const { page } = await withImages(0);
      expect(await page()).toMatchObject({
        data: [],
        result: [],
        paging: { cursors: {}, previous: null, next: null },
      });
    });

    test('holds 100 images unless told otherwise', async () => {
      const { id, ids, page } = await withImages(101);
      const { result, paging } = await page();
      expect(result).toEqual(ids.slice(1).toReversed());
      expect(paging.next).toBe(`/inspections/${id}/images?limit=100&pagination_order=desc&after=${ids[1]}`);
      expect((await page({ limit: 101 })).paging.next).toBeNull();
    });

    test.each([0, -1, 1.5, 501, Number.NaN])('can not have a limit of %s', async (limit) => {
      const { page } = await withImages(0);
      expect(await refusal(page({ limit }))).toMatchObject({
        code: 'invalid_input',
        details: { path: 'options.limit' },
      });
    });

    test.each(['asc', 'desc'] as const)(
      'leads to its neighbours by its cursors, %s',
      async (paginationOrder) => {
        const { ids, page } = await withImages(5);
        const listed = paginationOrder === 'asc' ? ids : ids.toReversed();
        const options = { limit: 2, paginationOrder };
        const first = await page(options);
        const second = await page({ ...options, after: first.paging.cursors.after });
        const third = await page({ ...options, after: second.paging.cursors.after });
        expect([first.result, second.result, third.result]).toEqual([
          listed.slice(0, 2),
          listed.slice(2, 4),
          listed.slice(4),
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

    test('links to the pages beside it', async () => {
      const { id, ids, page } = await withImages(3);
      const { paging } = await page({ limit: 1, paginationOrder: 'asc', after: ids[0] });
      const link = `/inspections/${id}/images?limit=1&pagination_order=asc`;
      expect(paging).toMatchObject({ previous: `${link}&before=${ids[1]}`, next: `${link}&after=${ids[1]}` });
    });

    test('between two cursors holds what lies between them', async () => {
      const { ids, page } = await withImages(5);
      const between = await page({ paginationOrder: 'asc', after: ids[0], before: ids[4] });
      expect(between.result).toEqual(ids.slice(1, 4));
    });

    test('stays as it is while images are added: none is skipped, none shown twice', async () => {
      const { ids, page, add } = await withImages(4);
      const listed = ids.toReversed();
      const first = await page({ limit: 2 });
      await add();
      await add();
      const second = await page({ limit: 2, after: first.paging.cursors.after });
      expect([...first.result, ...second.result]).toEqual(listed);
      const newer = await page({ limit: 2, before: first.paging.cursors.before });
      expect(newer.result).toEqual(ids.slice(4).toReversed());
    });

    test('stays as it is when the image its cursor names is deleted', async () => {
      const api = await someone();
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
