import { afterEach, expect, test } from 'vitest';
import type { InspectionApi } from '../../src/domain/api.ts';
import { EXAMPLE_PRICING, repairEstimates } from '../../src/estimate/index.ts';
import { onlyOf } from '../conformance/api-under-test.ts';
import { smallPhoto } from './support/photos.ts';
import { type Scripted, scriptedAnalyzer } from './support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from './support/synced-device.ts';
import { useService } from './support/use-service.ts';

/** Estimates made offline, and what becomes of them when the service brings its own. */

const FOUND: Scripted[] = [
  { damageType: 'dent', partType: 'hood', on: { front: [0.1, 0.1, 0.2, 0.2] } },
  { damageType: 'dent', partType: 'door_front_left', on: { front: [0.5, 0.5, 0.2, 0.2] } },
];

const service = useService({
  analyzer: scriptedAnalyzer('service', FOUND),
  estimator: repairEstimates(),
  pollMs: 50,
});

const devices: SyncedDevice[] = [];
afterEach(() => {
  for (const { kerbside } of devices.splice(0)) kerbside.close();
});

/** A photo with two dents, found and priced without a network. */
async function estimatedOffline(estimator = repairEstimates()) {
  const device = await syncedDevice(service, scriptedAnalyzer('device', FOUND), {}, estimator);
  devices.push(device);
  const { kerbside } = device;
  const tasks = { damage_detection: {}, repair_estimate: {} };
  const { result: id } = await kerbside.inspections.createOne({ tasks });
  const input = { name: 'front', tasks: ['damage_detection' as const], additionalData: { side: 'front' } };
  await kerbside.images.addOne(id, input, await smallPhoto(1, 800, 600));
  for (const name of ['damage_detection', 'repair_estimate'] as const) {
    await kerbside.tasks.updateOne(id, name, { status: 'TODO' });
    await kerbside.tasks.whenDone(id, name);
  }
  return { ...device, id };
}

async function estimateOf(api: Pick<InspectionApi, 'inspections'>, id: string) {
  const { entities } = await api.inspections.getOne(id);
  const { repairEstimate } = onlyOf(entities.vehicles);
  if (!repairEstimate) throw new Error(`${id} has no estimate.`);
  const operations = Object.values(entities.parts).flatMap(({ partOperation }) => partOperation ?? []);
  const named = [
    ...repairEstimate.damageIds,
    ...repairEstimate.toReview.flatMap(({ damageId }) => damageId ?? []),
    ...operations.flatMap(({ damageIds, severityIds }) => [...damageIds, ...severityIds]),
  ];
  return { ...repairEstimate, entities, operations, named };
}

const damageOn = async (
  { kerbside, id }: { kerbside: SyncedDevice['kerbside']; id: string },
  part: string,
) => {
  const { entities } = await kerbside.inspections.getOne(id);
  return Object.values(entities.damages).find(({ partType }) => partType === part)?.id ?? '';
};

test('the service’s estimate names damages and severities as this device does', async () => {
  const { kerbside, id, connect, inStep } = await estimatedOffline();
  await kerbside.severities.createOne(id, { label: 'hood', pricing: 90 });
  connect();
  await inStep();
  const { named, entities, operations } = await estimateOf(kerbside, id);
  expect(operations).toHaveLength(2);
  const known = Object.keys({ ...entities.damages, ...entities.severityResults });
  expect(known).toEqual(expect.arrayContaining(named));
  expect(named.length).toBeGreaterThan(4);
});

test('a damage that a person deleted before the service heard of it is in no sum', async () => {
  const device = await estimatedOffline();
  const { kerbside, id, store, remote, connect, inStep } = device;
  const before = await estimateOf(kerbside, id);
  await kerbside.damages.deleteOne(id, await damageOn(device, 'hood'));
  const { totalCost } = await estimateOf(kerbside, id);
  expect(totalCost).toBeLessThan(before.totalCost);
  connect();
  await inStep();
  const [there] = await store.remoteIds([id]);
  expect((await estimateOf(remote, there?.remoteId ?? '')).totalCost).toBe(totalCost);
  const after = await estimateOf(kerbside, id);
  expect(after.totalCost).toBe(totalCost);
  expect(after.operations).toHaveLength(1);
  expect(after.damageIds).toEqual([await damageOn(device, 'door_front_left')]);
});

test.each([
  { by: 'of their own', say: severityOfOnesOwn },
  { by: 'corrected from the rules', say: severityCorrected },
])('a price $by is of no damage that was deleted since, here and at the service', async ({ say }) => {
  const device = await estimatedOffline();
  const { kerbside, id, store, remote, connect, inStep } = device;
  await say(kerbside, id);
  expect((await estimateOf(kerbside, id)).totalCost).toBeGreaterThan(500_00);
  await kerbside.damages.deleteOne(id, await damageOn(device, 'hood'));
  const { totalCost } = await estimateOf(kerbside, id);
  expect(totalCost).toBeLessThan(500_00);
  connect();
  await inStep();
  const [there] = await store.remoteIds([id]);
  expect((await estimateOf(remote, there?.remoteId ?? '')).totalCost).toBe(totalCost);
  expect((await estimateOf(kerbside, id)).totalCost).toBe(totalCost);
});

async function severityOfOnesOwn({ severities }: InspectionApi, id: string): Promise<void> {
  await severities.createOne(id, { label: 'hood', pricing: 500 });
}

async function severityCorrected({ inspections, severities }: InspectionApi, id: string): Promise<void> {
  const { entities } = await inspections.getOne(id);
  const hood = Object.values(entities.severityResults).find(({ label }) => label === 'hood');
  await severities.updateOne(id, hood?.id ?? '', { pricing: 500 });
}

test('an app’s own prices are those of its estimates, whatever the service’s are', async () => {
  const pricing = { ...EXAMPLE_PRICING, version: 'garage', labourPerHour: 500_00 };
  const { kerbside, id, connect, inStep } = await estimatedOffline(repairEstimates({ pricing }));
  const { totalCost } = await estimateOf(kerbside, id);
  connect();
  await inStep();
  expect(await estimateOf(kerbside, id)).toMatchObject({ pricingVersion: 'garage', totalCost });
});

test('an estimate that a person validated stays as they saw it', async () => {
  const { kerbside, id, connect, inStep } = await estimatedOffline();
  await kerbside.severities.createOne(id, { label: 'hood', pricing: 90 });
  const { totalCost, damageIds, createdAt } = await estimateOf(kerbside, id);
  await kerbside.tasks.updateOne(id, 'repair_estimate', { status: 'VALIDATED' });
  connect();
  await inStep();
  expect(await estimateOf(kerbside, id)).toMatchObject({ totalCost, damageIds, createdAt });
});
