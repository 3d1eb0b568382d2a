import { afterEach, describe, expect, test } from 'vitest';
import type { Analyzer } from '../../src/domain/task/analyzer.ts';
import { type Kerbside, openKerbside } from '../../src/kerbside.ts';
import { getOnlyRecord } from '../conformance/api-under-test.ts';
import { browserPhoto } from '../fixtures/browser-photos.ts';

/** Two instances on one database, like two tabs: only the browser's locks and channels connect them. */
describe('two Kerbside instances on one database in a browser', () => {
  const opened: Kerbside[] = [];
  afterEach(() => {
    for (const kerbside of opened.splice(0)) kerbside.close();
  });
  const open = async (database: string, analyzer?: Analyzer) => {
    const kerbside = await openKerbside({ user: { id: 'ann' }, database, ...(analyzer && { analyzer }) });
    opened.push(kerbside);
    return kerbside;
  };

  test('receive each other’s events', async () => {
    const database = crypto.randomUUID();
    const [one, two] = [await open(database), await open(database)];
    const { result: id } = await one.inspections.createOne({ tasks: {} });
    const events = two.watch(id);
    const { result: damageId } = await one.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    let event = await events.next();
    // The message of the creation may arrive after the watch began.
    while (event.value?.type === 'inspection.created') event = await events.next();
    expect(event.value).toEqual({ type: 'damage.created', inspectionId: id, damageId });
  });

  test('never run a task twice', async () => {
    const database = crypto.randomUUID();
    const runs: string[] = [];
    const analyzer = (name: string): Analyzer => ({
      async analyze({ inspectionId, images }) {
        runs.push(inspectionId);
        for (const image of images) await createImageBitmap(new Blob([await image.photo()]));
        return { createdBy: { model: name, version: '1', engine: 'bitmap' } };
      },
    });
    const tabs = [await open(database, analyzer('one')), await open(database, analyzer('two'))];
    const photo = await browserPhoto({ seed: 1, width: 64, height: 48 });
    const ids: string[] = [];
    for (const tab of [...tabs, ...tabs, ...tabs]) {
      const { result: id } = await tab.inspections.createOne({
        tasks: { damage_detection: { status: 'TODO' } },
      });
      await tab.images.addOne(id, { tasks: ['damage_detection'] }, photo);
      ids.push(id);
    }
    for (const tab of tabs) for (const id of ids) await tab.tasks.whenDone(id, 'damage_detection');
    expect(runs.toSorted()).toEqual(ids.toSorted());
  });

  test('lose no change when both write to one inspection at once', async () => {
    const database = crypto.randomUUID();
    const tabs = [await open(database), await open(database)];
    const { result: id } = (await tabs[0]?.inspections.createOne({ tasks: {} })) ?? { result: '' };
    const photo = await browserPhoto({ seed: 1, width: 64, height: 48 });
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, n) => tabs[n % 2]?.images.addOne(id, { name: `${n}` }, photo)),
    );
    const page = await tabs[1]?.images.getMany(id, { paginationOrder: 'asc' });
    expect(page?.result).toEqual(added.map((response) => response?.result).toSorted());
    expect(page?.data.map(({ name }) => name).sort()).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`));
  });

  test('run a task that the other left when it closed', async () => {
    const database = crypto.randomUUID();
    let begin = () => {};
    const began = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const stuck: Analyzer = {
      analyze: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          begin();
        }),
    };
    const dying = await open(database, stuck);
    const { result: id } = await dying.inspections.createOne({ tasks: { wheel_analysis: {} } });
    await dying.tasks.updateOne(id, 'wheel_analysis', { status: 'TODO' });
    await began;
    const living = await open(database, { analyze: async () => ({ createdBy: 'user' }) });
    const done = living.tasks.whenDone(id, 'wheel_analysis');
    dying.close();
    expect(getOnlyRecord((await done).entities.tasks).status).toBe('DONE');
  });
});
