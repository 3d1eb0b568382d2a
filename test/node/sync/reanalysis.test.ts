import { afterEach, expect, test } from 'vitest';
import { waitUntil } from '../../../server/test-support/wait-until.ts';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';
import { smallPhoto } from '../support/photos.ts';
import { type ScriptedDamage, scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

/** A device whose results are final analyzes photos again: the service must have the damages of the second analysis alone. */

const service = useService();
let device: SyncedDevice;
afterEach(() => device.kerbside.close());

const TASK = 'damage_detection';
const ON_HOOD = { front: [0.1, 0.1, 0.2, 0.2] } satisfies ScriptedDamage['on'];
/** Overlaps `ON_HOOD`: the same damage with another outline. */
const NEAR_IT = { front: [0.12, 0.1, 0.2, 0.2] } satisfies ScriptedDamage['on'];
const FIRST: ScriptedDamage[] = [
  { damageType: 'scratch', partType: 'hood', on: ON_HOOD },
  { damageType: 'dent', partType: 'hood', on: { front: [0.5, 0.1, 0.2, 0.2] } },
];
const SECOND: ScriptedDamage[] = [
  { damageType: 'scratch', partType: 'hood', on: NEAR_IT },
  { damageType: 'broken_glass', partType: 'windshield_front', on: { front: [0.5, 0.6, 0.2, 0.2] } },
];

/** Opens a device, and starts a task. The second analysis begins when the test calls `reanalyze`. */
async function analyzeOnce(isConnected: boolean) {
  let begin = () => {};
  const mayBegin = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const [first, second] = [scriptedAnalyzer('small', FIRST), scriptedAnalyzer('large', SECOND)];
  const analyzer: Analyzer = {
    analyze: async (request) => ({ ...(await first.analyze(request)), reanalysis: 'pending' }),
    async reanalyze(request) {
      await mayBegin;
      return second.analyze(request);
    },
  };
  device = await syncedDevice(service, analyzer, { route: 'device' });
  if (isConnected) device.connect();
  const { kerbside } = device;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { [TASK]: {} } });
  const image = { tasks: [TASK as 'damage_detection'], additionalData: { side: 'front' } };
  await kerbside.images.addOne(id, image, await smallPhoto(1, 800, 600));
  await kerbside.tasks.updateOne(id, TASK, { status: 'TODO' });
  await kerbside.tasks.whenDone(id, TASK);
  return {
    id,
    async reanalyze() {
      begin();
      await waitUntil(async () => {
        const { entities, result } = await kerbside.tasks.getOne(id, TASK);
        expect(entities.tasks[result]?.reanalysis).toBe('done');
      });
    },
  };
}

/** Returns the damages of the service, with the left edges of their views in pixels. */
async function readRemoteDamages(id: string) {
  await device.waitUntilSynced();
  const { remoteId } = await device.kerbside.sync.statusOf(id);
  const { entities } = await device.remote.inspections.getOne(remoteId ?? '');
  const views = Object.values(entities.views);
  return Object.values(entities.damages)
    .map(({ id: damageId, damageType }) => {
      const edges = views
        .filter((view) => view.damageId === damageId)
        .map(({ boundingBox }) => boundingBox.xmin);
      return [damageType, ...edges];
    })
    .sort();
}

test('what was sent of the first analysis is replaced', async () => {
  const { id, reanalyze } = await analyzeOnce(true);
  expect(await readRemoteDamages(id)).toEqual([
    ['dent', 400],
    ['scratch', 80],
  ]);
  await reanalyze();
  expect(await readRemoteDamages(id)).toEqual([
    ['broken_glass', 400],
    ['scratch', 96],
  ]);
});

test('both analyses, recorded offline, arrive as the second', async () => {
  const { id, reanalyze } = await analyzeOnce(false);
  await reanalyze();
  device.connect();
  expect(await readRemoteDamages(id)).toEqual([
    ['broken_glass', 400],
    ['scratch', 96],
  ]);
});
