import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Kerbside, openKerbside } from '../../kerbside.ts';
import type { Store } from '../store.ts';
import { IndexedDbStore } from './indexeddb-store.ts';

/** A change that both tabs make to the same inspection. */
type Change = 'damage' | 'vehicle' | 'comment';
const changes = fc.array(fc.constantFrom<Change>('damage', 'vehicle', 'comment'), { maxLength: 6 });

test('two tabs that change one inspection lose no change, in any order of their steps', () =>
  fc.assert(
    fc.asyncProperty(fc.scheduler(), changes, changes, async (scheduler, inA, inB) => {
      const name = crypto.randomUUID();
      const store = new IndexedDbStore({ name });
      const tabs = await Promise.all(['a', 'b'].map((tab) => openTab(name, tab, scheduler)));
      const [a, b] = tabs;
      if (!a || !b) throw new Error('expected two tabs');
      const { result: id } = await scheduler.waitFor(a.inspections.createOne({ tasks: {} }));

      const created = await scheduler.waitFor(
        Promise.all([
          ...inA.map((change) => makeChange(a, id, change)),
          ...inB.map((change) => makeChange(b, id, change)),
        ]),
      );

      const loaded = await store.load(id);
      const operations = await store.operations({ inspectionId: id });
      expect(loaded?.version).toBe(1 + created.length);
      const damages = loaded?.state.damages.map((damage) => damage.id) ?? [];
      expect(damages).toEqual(created.flatMap((damage) => damage ?? []).toSorted());
      expect(operations.map(({ kind }) => kind).toSorted()).toEqual(
        ['inspection.create' as const, ...[...inA, ...inB].map(kindOf)].toSorted(),
      );
      // The outbox contains the damages in commit order, which is the order of their ids.
      const sent = operations.flatMap((one) => (one.kind === 'damage.create' ? one.payload.damageId : []));
      expect(sent).toEqual(damages);
      for (const one of [...tabs, store]) one.close();
    }),
    { numRuns: 60 },
  ));

/** Opens a tab with its own connection. Its calls to the store wait for the scheduler. */
function openTab(name: string, user: string, scheduler: fc.Scheduler): Promise<Kerbside> {
  const store = new IndexedDbStore({ name });
  const turn = () => scheduler.schedule(Promise.resolve(), user);
  const scheduled: Store = {
    load: async (id) => {
      await turn();
      const loaded = await store.load(id);
      await turn();
      return loaded;
    },
    commit: async (commit) => {
      await turn();
      return store.commit(commit);
    },
    list: (query) => store.list(query),
    photo: (id) => store.photo(id),
    operations: (query) => store.operations(query),
    purge: (id) => store.purge(id),
    counts: () => store.counts(),
    close: () => store.close(),
  };
  // The clock of one tab is wrong: the order of ids must not depend on it.
  const now = () => Date.now() - (user === 'b' ? 3_600_000 : 0);
  return openKerbside({ user: { id: user }, database: name, store: scheduled, platform: { now } });
}

/** Makes a change. Returns the id of the damage, if it creates one. */
async function makeChange(tab: Kerbside, id: string, change: Change): Promise<string | undefined> {
  if (change === 'damage') {
    return (await tab.damages.createOne(id, { damageType: 'dent', partType: 'hood' })).result;
  }
  if (change === 'vehicle') await tab.inspections.updateVehicle(id, { plate: 'AB-123-CD' });
  else await tab.inspections.addAdditionalData(id, { comment: 'rain' });
  return undefined;
}

function kindOf(change: Change) {
  const kinds = {
    damage: 'damage.create',
    vehicle: 'inspection.vehicle',
    comment: 'inspection.pdf_data',
  } as const;
  return kinds[change];
}
