import { afterEach, describe, expect, test } from 'vitest';
import type { TaskLocation } from '../../../src/sync/index.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { FaultyNetwork } from '../support/faulty-network.ts';
import { smallPhoto } from '../support/photos.ts';
import { scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

/** Results arrive while corrections are sent, and a third of the responses is lost: nothing exists twice, and both sides agree. */

const scratch = { damageType: 'scratch', partType: 'hood' } as const;
const dent = { damageType: 'dent', partType: 'roof' } as const;
const FAULTY_REQUESTS = 60;

const atService = [
  { ...scratch, on: { left: [0.12, 0.1, 0.2, 0.2] as [number, number, number, number] } },
  { ...dent, on: { left: [0.7, 0.7, 0.2, 0.2] as [number, number, number, number] } },
];
const service = useService({ analyzer: scriptedAnalyzer('service', atService), pollMs: 50 });

const devices: SyncedDevice[] = [];
afterEach(() => {
  for (const { kerbside } of devices.splice(0)) kerbside.close();
});

async function openDevice(seed: number, results: TaskLocation): Promise<SyncedDevice> {
  const random = seededRandom(seed);
  const network = new FaultyNetwork();
  network.fault = () => {
    if (network.sent.length > FAULTY_REQUESTS) return undefined;
    const drawn = random.next();
    return drawn < 0.35 ? 'response lost' : drawn < 0.45 ? 'lost' : undefined;
  };
  const onDevice = [
    { ...scratch, on: { left: [0.1, 0.1, 0.2, 0.2] as [number, number, number, number] } },
    { ...dent, on: { left: [0.1, 0.6, 0.2, 0.2] as [number, number, number, number] } },
  ];
  const opened = await syncedDevice(service, scriptedAnalyzer('device', onDevice), {
    route: 'device',
    results,
    graceMs: 20,
    fetch: network.fetch,
  });
  devices.push(opened);
  return opened;
}

/** Summarizes the records by content, and damages with their number of views. */
async function summarize({ inspections }: Pick<SyncedDevice['kerbside'], 'inspections'>, id: string) {
  const { entities } = await inspections.getOne(id);
  const { damages, views, severityResults, images } = entities;
  const countViews = (damageId: string) =>
    Object.values(views).filter((view) => view.damageId === damageId).length;
  return {
    images: Object.values(images).map(({ name }) => name),
    damages: Object.values(damages)
      .map(
        ({ id: damageId, damageType, partType }) =>
          `${damageType} ${partType}, ${countViews(damageId)} views`,
      )
      .sort(),
    severities: Object.values(severityResults)
      .map(({ label, value }) => `${label} ${value.customSeverity.level}`)
      .sort(),
  };
}

describe.each(['remote', 'device'] as const)('with final results of the %s', (results) => {
  // Proves fault F11.
  test.each([1, 2])('everything exists once, on both sides (seed %i)', async (seed) => {
    const { kerbside, remote, store, waitUntilSynced: inStep } = await openDevice(seed, results);
    const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    const input = { name: 'left', tasks: ['damage_detection' as const], additionalData: { side: 'left' } };
    const photo = await smallPhoto(1, 800, 600);
    const { result: imageId } = await kerbside.images.addOne(id, input, photo);
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    await kerbside.tasks.whenDone(id, 'damage_detection');
    const boundingBox = { xmin: 10, ymin: 20, width: 80, height: 60 };
    const add = async () => {
      const { result: damageId } = await kerbside.damages.createOne(id, dent);
      await kerbside.views.createOne(id, { damageId, imageId, boundingBox });
      return damageId;
    };
    // The same damage twice, deleted once, and a severity that is updated.
    await add();
    await kerbside.damages.deleteOne(id, await add());
    const { result: severityId } = await kerbside.severities.createOne(id, { label: 'door_front_left' });
    await kerbside.severities.updateOne(id, severityId, { level: 3 });
    void kerbside.sync.flush();
    await add(); // while all of that is in flight
    await inStep();

    const [known] = await store.remoteIds([id]);
    const remoteSummary = await summarize(remote, known?.remoteId ?? '');
    expect(await summarize(kerbside, id)).toEqual(remoteSummary);
    expect(remoteSummary).toEqual({
      images: ['left'],
      damages: ['dent roof, 1 views', 'dent roof, 1 views', 'dent roof, 1 views', 'scratch hood, 1 views'],
      severities: ['door_front_left 3'],
    });
  });
});
