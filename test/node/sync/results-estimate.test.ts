import { afterEach, expect, test } from 'vitest';
import type { InspectionApi } from '../../../src/domain/api/inspection-api.ts';
import { EXAMPLE_PRICING, repairEstimates } from '../../../src/estimate/index.ts';
import { getOnlyRecord } from '../../conformance/api-under-test.ts';
import { smallPhoto } from '../support/photos.ts';
import { type ScriptedDamage, scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

/** Estimates made offline, merged with the service's. */

const DETECTED: ScriptedDamage[] = [
  { damageType: 'dent', partType: 'hood', on: { front: [0.1, 0.1, 0.2, 0.2] } },
  { damageType: 'dent', partType: 'door_front_left', on: { front: [0.5, 0.5, 0.2, 0.2] } },
];

const service = useService({
  analyzer: scriptedAnalyzer('service', DETECTED),
  estimator: repairEstimates(),
  pollMs: 50,
});

const devices: SyncedDevice[] = [];
afterEach(() => {
  for (const { kerbside } of devices.splice(0)) kerbside.close();
});

/** Records a photo with 2 dents and estimates them offline. */
async function estimateOffline(estimator = repairEstimates()) {
  const device = await syncedDevice(service, scriptedAnalyzer('device', DETECTED), {}, estimator);
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

async function readEstimate(api: Pick<InspectionApi, 'inspections'>, id: string) {
  const { entities } = await api.inspections.getOne(id);
  const { repairEstimate } = getOnlyRecord(entities.vehicles);
  if (!repairEstimate) throw new Error(`${id} has no estimate.`);
  const operations = Object.values(entities.parts).flatMap(({ partOperation }) => partOperation ?? []);
  const references = [
    ...repairEstimate.damageIds,
    ...repairEstimate.toReview.flatMap(({ damageId }) => damageId ?? []),
    ...operations.flatMap(({ damageIds, severityIds }) => [...damageIds, ...severityIds]),
  ];
  return { ...repairEstimate, entities, operations, references };
}

const findDamage = async (
  { kerbside, id }: { kerbside: SyncedDevice['kerbside']; id: string },
  part: string,
) => {
  const { entities } = await kerbside.inspections.getOne(id);
  return Object.values(entities.damages).find(({ partType }) => partType === part)?.id ?? '';
};

test('the service’s estimate refers to local ids', async () => {
  const { kerbside, id, connect, waitUntilSynced: inStep } = await estimateOffline();
  await kerbside.severities.createOne(id, { label: 'hood', pricing: 90 });
  connect();
  await inStep();
  const { references, entities, operations } = await readEstimate(kerbside, id);
  expect(operations).toHaveLength(2);
  const known = Object.keys({ ...entities.damages, ...entities.severityResults });
  expect(known).toEqual(expect.arrayContaining(references));
  expect(references.length).toBeGreaterThan(4);
});

test('a damage that was deleted before it was sent is in no total', async () => {
  const device = await estimateOffline();
  const { kerbside, id, store, remote, connect, waitUntilSynced: inStep } = device;
  const before = await readEstimate(kerbside, id);
  await kerbside.damages.deleteOne(id, await findDamage(device, 'hood'));
  const { totalCost } = await readEstimate(kerbside, id);
  expect(totalCost).toBeLessThan(before.totalCost);
  connect();
  await inStep();
  const [mapping] = await store.remoteIds([id]);
  expect((await readEstimate(remote, mapping?.remoteId ?? '')).totalCost).toBe(totalCost);
  const after = await readEstimate(kerbside, id);
  expect(after.totalCost).toBe(totalCost);
  expect(after.operations).toHaveLength(1);
  expect(after.damageIds).toEqual([await findDamage(device, 'door_front_left')]);
});

test.each([
  { kind: 'a price that the user set', setPrice: createSeverity },
  { kind: 'a price that the user corrected', setPrice: correctSeverity },
])(
  '$kind does not count after its damage was deleted, on the device and at the service',
  async ({ setPrice }) => {
    const device = await estimateOffline();
    const { kerbside, id, store, remote, connect, waitUntilSynced: inStep } = device;
    await setPrice(kerbside, id);
    expect((await readEstimate(kerbside, id)).totalCost).toBeGreaterThan(500_00);
    await kerbside.damages.deleteOne(id, await findDamage(device, 'hood'));
    const { totalCost } = await readEstimate(kerbside, id);
    expect(totalCost).toBeLessThan(500_00);
    connect();
    await inStep();
    const [mapping] = await store.remoteIds([id]);
    expect((await readEstimate(remote, mapping?.remoteId ?? '')).totalCost).toBe(totalCost);
    expect((await readEstimate(kerbside, id)).totalCost).toBe(totalCost);
  },
);

async function createSeverity({ severities }: InspectionApi, id: string): Promise<void> {
  await severities.createOne(id, { label: 'hood', pricing: 500 });
}

async function correctSeverity({ inspections, severities }: InspectionApi, id: string): Promise<void> {
  const { entities } = await inspections.getOne(id);
  const hood = Object.values(entities.severityResults).find(({ label }) => label === 'hood');
  await severities.updateOne(id, hood?.id ?? '', { pricing: 500 });
}

test('the app’s prices stay in its estimates if the service has others', async () => {
  const pricing = { ...EXAMPLE_PRICING, version: 'garage', labourPerHour: 500_00 };
  const {
    kerbside,
    id,
    connect,
    waitUntilSynced: inStep,
  } = await estimateOffline(repairEstimates({ pricing }));
  const { totalCost } = await readEstimate(kerbside, id);
  connect();
  await inStep();
  expect(await readEstimate(kerbside, id)).toMatchObject({ pricingVersion: 'garage', totalCost });
});

test('an estimate that the user validated does not change', async () => {
  const { kerbside, id, connect, waitUntilSynced: inStep } = await estimateOffline();
  await kerbside.severities.createOne(id, { label: 'hood', pricing: 90 });
  const { totalCost, damageIds, createdAt } = await readEstimate(kerbside, id);
  await kerbside.tasks.updateOne(id, 'repair_estimate', { status: 'VALIDATED' });
  connect();
  await inStep();
  expect(await readEstimate(kerbside, id)).toMatchObject({ totalCost, damageIds, createdAt });
});
