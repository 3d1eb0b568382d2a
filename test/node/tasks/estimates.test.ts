import { afterEach, describe, expect, test } from 'vitest';
import { RULES_VERSION } from '../../../src/analysis/estimate/severity-rules.ts';
import type { PartType } from '../../../src/domain/enums.ts';
import type { Entities } from '../../../src/domain/records/entities.ts';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';
import { EXAMPLE_PRICING, type PriceTableInput, repairEstimates } from '../../../src/estimate/index.ts';
import { type Kerbside, openKerbside } from '../../../src/kerbside.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { getOnlyRecord } from '../../conformance/api-under-test.ts';

const opened: Kerbside[] = [];
afterEach(() => {
  for (const kerbside of opened.splice(0)) kerbside.close();
});

async function open(options: { pricing?: PriceTableInput; analyzer?: Analyzer; store?: MemoryStore } = {}) {
  const { pricing, ...rest } = options;
  const kerbside = await openKerbside({
    user: { id: 'ann' },
    store: new MemoryStore(),
    estimator: repairEstimates({ ...(pricing && { pricing }) }),
    ...rest,
  });
  opened.push(kerbside);
  return kerbside;
}

async function createEstimate(kerbside: Kerbside, ...parts: PartType[]) {
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {}, repair_estimate: {} },
  });
  const damageIds: string[] = [];
  for (const partType of parts) {
    damageIds.push((await kerbside.damages.createOne(id, { damageType: 'dent', partType })).result);
  }
  await kerbside.tasks.updateOne(id, 'repair_estimate', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'repair_estimate', { timeoutMs: 10_000 });
  return { id, damageIds };
}

const read = async (kerbside: Kerbside, id: string) => (await kerbside.inspections.getOne(id)).entities;
const estimateIn = (entities: Entities) => getOnlyRecord(entities.vehicles).repairEstimate;
const levels = ({ severityResults }: Entities) =>
  Object.values(severityResults).map(({ label, value }) => [label, value.customSeverity.level]);

test('a corrected severity is removed with its damage; a severity created by the user needs no damage', async () => {
  const kerbside = await open();
  const { id, damageIds } = await createEstimate(kerbside, 'hood');
  const total = async () => estimateIn(await read(kerbside, id))?.totalCost;
  const { id: severityId } = getOnlyRecord((await read(kerbside, id)).severityResults);
  const byRules = await total();
  await kerbside.severities.updateOne(id, severityId, { level: 3 });
  expect(await total()).toBeGreaterThan(byRules ?? 0);
  await kerbside.damages.deleteOne(id, damageIds[0] ?? '');
  expect(await total()).toBe(0);
  await kerbside.severities.createOne(id, { label: 'hood', pricing: 40 });
  expect(await total()).toBe(40_00);
});

test('a severity created by the user counts while its part has damages, and can be created again', async () => {
  const kerbside = await open();
  const { id, damageIds } = await createEstimate(kerbside, 'hood', 'hood');
  const [first = '', second = ''] = damageIds;
  const total = async () => estimateIn(await read(kerbside, id))?.totalCost;
  await kerbside.severities.createOne(id, { label: 'hood', pricing: 500 });
  await kerbside.damages.deleteOne(id, first);
  expect(await total()).toBe(500_00);
  await kerbside.damages.deleteOne(id, second);
  expect(await total()).toBe(0);
  const { result: third } = await kerbside.damages.createOne(id, { damageType: 'scratch', partType: 'hood' });
  expect(await total()).toBe(500_00);
  await kerbside.damages.deleteOne(id, third);
  await kerbside.severities.createOne(id, { label: 'hood', pricing: 40 });
  expect(await total()).toBe(40_00);
  const { entities } = await kerbside.inspections.getOne(id, { showDeletedObjects: true });
  for (const damage of Object.values(entities.damages)) expect(damage).not.toHaveProperty('severityIds');
});

describe('severities', () => {
  test('are created by the rules for every damaged part and updated with its damages', async () => {
    const kerbside = await open();
    const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    const add = () => kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    const { result: first } = await add();
    const { severityResults, parts } = await read(kerbside, id);
    expect(getOnlyRecord(severityResults)).toMatchObject({
      label: 'hood',
      isUserModified: false,
      relatedItemType: 'part',
      relatedItemId: getOnlyRecord(parts).id,
      createdBy: { model: 'repair-rules', version: RULES_VERSION, engine: 'rules' },
      value: { customSeverity: { level: 1 } },
    });
    const others = [await add(), await add()];
    const after = await read(kerbside, id);
    expect(levels(after)).toEqual([['hood', 2]]);
    expect(Object.keys(after.severityResults)).toEqual(Object.keys(severityResults));
    for (const damageId of [first, ...others.map(({ result }) => result)]) {
      await kerbside.damages.deleteOne(id, damageId);
    }
    expect(levels(await read(kerbside, id))).toEqual([]);
  });

  test('that the user changes are kept and sent as severity.create: the service does not know severities of the device', async () => {
    const store = new MemoryStore();
    const kerbside = await open({ store });
    const { id } = await createEstimate(kerbside, 'hood');
    const severity = getOnlyRecord((await read(kerbside, id)).severityResults);
    await kerbside.severities.updateOne(id, severity.id, { level: 3 });
    await kerbside.severities.updateOne(id, severity.id, { pricing: 80 });
    await kerbside.damages.createOne(id, { damageType: 'scratch', partType: 'hood' });
    const entities = await read(kerbside, id);
    expect(getOnlyRecord(entities.severityResults)).toMatchObject({
      id: severity.id,
      isUserModified: true,
      value: { customSeverity: { level: 3, pricing: 80 } },
    });
    const operations = await store.operations({ inspectionId: id });
    const sent = operations.filter(({ kind }) => kind.startsWith('severity.'));
    expect(sent.map(({ kind, payload }) => ({ kind, payload }))).toEqual([
      { kind: 'severity.create', payload: { severityId: severity.id, input: { label: 'hood', level: 3 } } },
      { kind: 'severity.update', payload: { severityId: severity.id, input: { pricing: 80 } } },
    ]);
  });

  test('are not created without an estimator', async () => {
    const kerbside = await openKerbside({ user: { id: 'ann' }, store: new MemoryStore() });
    opened.push(kerbside);
    const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
    await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    expect(levels(await read(kerbside, id))).toEqual([]);
  });
});

describe('the task repair_estimate', () => {
  // Proves wire F5.
  test('needs no photo and no model', async () => {
    const kerbside = await open();
    const { id, damageIds } = await createEstimate(kerbside, 'hood', 'door_back_left');
    const entities = await read(kerbside, id);
    expect(Object.values(entities.parts).map(({ partOperation }) => partOperation?.totalCost)).toEqual([
      192_50, 192_50,
    ]);
    expect(estimateIn(entities)).toMatchObject({
      totalCost: 385_00,
      currency: 'EUR',
      damageIds,
      pricingVersion: 'example-1',
      createdBy: { model: 'repair-rules', engine: 'rules' },
    });
  });

  test('leaves other tasks to the analyzer', async () => {
    const analyzer: Analyzer = {
      supports: async (task) => task === 'damage_detection',
      analyze: async () => ({
        createdBy: { model: 'm', version: '1', engine: 'e' },
        damages: [{ damageType: 'dent', partType: 'roof', confidence: 0.9, views: [] }],
      }),
    };
    const kerbside = await open({ analyzer });
    const { id } = await createEstimate(kerbside);
    expect(estimateIn(await read(kerbside, id))).toMatchObject({ totalCost: 0, damageIds: [] });
    // Damages detected after the estimate was created are included.
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    await kerbside.tasks.whenDone(id, 'damage_detection', { timeoutMs: 10_000 });
    const entities = await read(kerbside, id);
    expect(estimateIn(entities)).toMatchObject({
      totalCost: 192_50,
      damageIds: Object.keys(entities.damages),
    });
  });

  test("uses the app's prices and throws if the price table is invalid", async () => {
    const pricing = { ...EXAMPLE_PRICING, version: 'garage-7', currency: 'USD', labourPerHour: 100_00 };
    const kerbside = await open({ pricing });
    const { id } = await createEstimate(kerbside, 'hood');
    expect(estimateIn(await read(kerbside, id))).toMatchObject({
      totalCost: 227_50,
      currency: 'USD',
      pricingVersion: 'garage-7',
    });
    expect(() => repairEstimates({ pricing: { ...pricing, currency: '$' } })).toThrow(
      /^pricing\.currency: expected a currency code/,
    );
  });
});

describe('after the task is done, the estimate is updated', () => {
  test('when the user removes or adds damages', async () => {
    const kerbside = await open();
    const { id, damageIds } = await createEstimate(kerbside, 'hood');
    await kerbside.damages.deleteOne(id, damageIds[0] ?? '');
    const without = await read(kerbside, id);
    expect(estimateIn(without)).toMatchObject({ totalCost: 0, damageIds: [] });
    expect(getOnlyRecord(without.parts)).not.toHaveProperty('partOperation');
    const { result: smashed } = await kerbside.damages.createOne(id, {
      damageType: 'smash',
      partType: 'mirror_left',
    });
    expect(estimateIn(await read(kerbside, id))?.damageIds).toEqual([smashed]);
  });

  test('when the user changes severities', async () => {
    const kerbside = await open();
    const { id } = await createEstimate(kerbside, 'hood');
    const { result: severityId } = await kerbside.severities.createOne(id, { label: 'hood', level: 3 });
    const replaced = await read(kerbside, id);
    expect(getOnlyRecord(replaced.parts).partOperation).toMatchObject({
      name: 'replace',
      severity: 3,
      severityIds: [severityId],
    });
    await kerbside.severities.updateOne(id, severityId, { pricing: 120 });
    expect(estimateIn(await read(kerbside, id))).toMatchObject({ totalCost: 120_00 });
    await kerbside.severities.updateOne(id, severityId, { pricing: null, repairOperation: 'repair' });
    expect(getOnlyRecord((await read(kerbside, id)).parts).partOperation?.name).toBe('dent_repair');
  });

  test('when the vehicle type changes', async () => {
    const kerbside = await open();
    const { id } = await createEstimate(kerbside, 'hood');
    await kerbside.severities.createOne(id, { label: 'hood', repairOperation: 'replace' });
    await kerbside.inspections.updateVehicle(id, { vehicleType: 'van' });
    expect(getOnlyRecord((await read(kerbside, id)).parts).partOperation?.piecesOemCost).toBe(620_00);
  });

  test('until the user validates it', async () => {
    const kerbside = await open();
    const { id } = await createEstimate(kerbside, 'hood');
    const before = estimateIn(await read(kerbside, id));
    await kerbside.tasks.updateOne(id, 'repair_estimate', { status: 'VALIDATED' });
    await kerbside.damages.createOne(id, { damageType: 'smash', partType: 'roof' });
    expect(estimateIn(await read(kerbside, id))).toEqual(before);
  });
});
