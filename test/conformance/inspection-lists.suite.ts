import { describe, expect, test } from 'vitest';
import type { InspectionStatus, OwnershipFilter } from '../../src/domain/enums.ts';
import { type ApiClient, type ApiUnderTest, createClients, getRecord, uniqueId } from './api-under-test.ts';

export function inspectionListConformance(service: ApiUnderTest): void {
  describe('the list of inspections', () => {
    const { newClient, photo } = createClients(service);
    const create = async (api: ApiClient) => (await api.inspections.createOne({ tasks: {} })).result;

    test('contains the user’s inspections, newest first, at most 100, by default', async () => {
      const api = await newClient();
      const ids: string[] = [];
      for (let n = 0; n < 101; n += 1) ids.push(await create(api));
      const newestFirst = ids.toReversed();
      const page = await api.inspections.getMany();
      expect(page.result).toEqual(newestFirst.slice(0, 100));
      expect(page.data.map(({ id }) => id)).toEqual(page.result);
      expect(page.paging.previous).toBeNull();
      expect(page.paging.next).toMatch(/\blimit=100\b.*\bpagination_order=desc\b/);
      expect(page.paging.next).toContain(`after=${newestFirst[99]}`);
      expect((await api.inspections.getMany({ paginationOrder: 'asc', limit: 2 })).result).toEqual(
        ids.slice(0, 2),
      );
    });

    // Proves spec 4.6.
    test('includes images and damages; with verbose 1, all records', async () => {
      const api = await newClient();
      const { result: id } = await api.inspections.createOne({
        tasks: { damage_detection: {} },
        vehicle: {},
      });
      const { result: imageId } = await api.images.addOne(id, {}, await photo());
      const { result: damageId } = await api.damages.createOne(id, { damageType: 'dirt', partType: 'roof' });
      const { entities, data } = await api.inspections.getMany();
      expect(Object.keys(entities.inspections)).toEqual([id]);
      expect(Object.keys(entities.images)).toEqual([imageId]);
      expect(Object.keys(entities.damages)).toEqual([damageId]);
      expect({ ...entities.tasks, ...entities.vehicles, ...entities.parts }).toEqual({});
      expect(data).toEqual(Object.values(entities.inspections));
      const verbose = await api.inspections.getMany({ verbose: 1 });
      expect(verbose.entities).toEqual((await api.inspections.getOne(id)).entities);
    });

    // Proves spec 1.7, spec 4.3.
    test('filters by own, organization and all resources', async () => {
      const [one, two] = [uniqueId('organization'), uniqueId('organization')];
      const [ann, ben, cleo] = [await newClient(one), await newClient(one), await newClient(two)];
      const [anns, bens, cleos] = [await create(ann), await create(ben), await create(cleo)];
      const list = async (api: ApiClient, ownershipFilter?: OwnershipFilter) =>
        new Set((await api.inspections.getMany(ownershipFilter && { ownershipFilter, limit: 500 })).result);
      expect(await list(ann)).toEqual(new Set([anns]));
      expect(await list(ann, 'own_resources')).toEqual(new Set([anns]));
      expect(await list(ann, 'organization_resources')).toEqual(new Set([anns, bens]));
      expect(await list(ben, 'organization_resources')).toEqual(new Set([anns, bens]));
      expect(await list(cleo, 'organization_resources')).toEqual(new Set([cleos]));
      const all = await list(cleo, 'all_resources');
      expect([anns, bens, cleos].filter((id) => all.has(id))).toEqual([anns, bens, cleos]);
    });

    // Proves spec 3.1, spec 4.4.
    test('filters by status, which is derived from the tasks', async () => {
      const api = await newClient();
      const tasks = { damage_detection: {}, wheel_analysis: {} };
      const idsByName: Record<string, string> = {};
      const make = async (name: string, ...updates: ('TODO' | 'DONE' | 'VALIDATED')[][]) => {
        const { result: id } = await api.inspections.createOne({ tasks });
        idsByName[name] = id;
        for (const [index, statuses] of updates.entries()) {
          const task = index === 0 ? 'damage_detection' : 'wheel_analysis';
          for (const status of statuses) await api.tasks.updateOne(id, task, { status });
        }
      };
      await make('untouched');
      await make('started', ['TODO']);
      await make('half done', ['DONE']);
      await make('done', ['DONE'], ['DONE']);
      await make('done and validated', ['DONE', 'VALIDATED'], ['DONE']);
      await make('validated', ['DONE', 'VALIDATED'], ['DONE', 'VALIDATED']);
      const names = async (inspectionStatus: InspectionStatus) => {
        const { data } = await api.inspections.getMany({ inspectionStatus, paginationOrder: 'asc' });
        expect(data.every(({ status }) => status === inspectionStatus)).toBe(true);
        return data.map(({ id }) => Object.keys(idsByName).find((name) => idsByName[name] === id));
      };
      expect(await names('NOT_STARTED')).toEqual(['untouched']);
      expect(await names('IN_PROGRESS')).toEqual(['started', 'half done']);
      expect(await names('DONE')).toEqual(['done', 'done and validated']);
      expect(await names('VALIDATED')).toEqual(['validated']);
      expect(await names('ERROR')).toEqual([]);
    });

    // Proves spec 4.5.
    test('includes deleted inspections by default', async () => {
      const api = await newClient();
      const [kept, deleted] = [await create(api), await create(api)];
      await api.inspections.deleteOne(deleted);
      const page = await api.inspections.getMany();
      expect(page.result).toEqual([deleted, kept]);
      expect(getRecord(page.entities.inspections, deleted).deleted).toBe(true);
      expect((await api.inspections.getMany({ showDeleted: true })).result).toEqual([deleted, kept]);
      expect((await api.inspections.getMany({ showDeleted: false })).result).toEqual([kept]);
    });

    test('can be read page by page in both directions, with filters', async () => {
      const api = await newClient();
      const ids: string[] = [];
      for (let n = 0; n < 7; n += 1) ids.push(await create(api));
      const hidden = ids[3];
      if (hidden) await api.inspections.deleteOne(hidden);
      const shown = ids.filter((id) => id !== hidden);
      const options = { limit: 2, paginationOrder: 'asc', showDeleted: false } as const;
      const first = await api.inspections.getMany(options);
      const second = await api.inspections.getMany({ ...options, after: first.paging.cursors.after });
      const third = await api.inspections.getMany({ ...options, after: second.paging.cursors.after });
      expect([...first.result, ...second.result, ...third.result]).toEqual(shown);
      expect(third.paging.next).toBeNull();
      const back = await api.inspections.getMany({ ...options, before: third.paging.cursors.before });
      expect(back.result).toEqual(second.result);
    });
  });
}
