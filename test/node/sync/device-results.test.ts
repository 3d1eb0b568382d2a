// @module-tag long
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { waitUntil } from '../../../server/test-support/wait-until.ts';
import type { TaskName } from '../../../src/domain/enums.ts';
import { imageOfSight, sightsFor } from '../../../src/domain/sights/sights.ts';
import type { Analyzer } from '../../../src/domain/task/analyzer.ts';
import { repairEstimates } from '../../../src/estimate/index.ts';
import { createNodeAnalyzer } from '../../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../../src/node/package-files.ts';
import { createNodeReports, renderReport } from '../../../src/node/report/reports.ts';
import { withDeviceResults } from '../../../src/remote/with-device-results.ts';
import { getOnlyRecord, rejection } from '../../conformance/api-under-test.ts';
import { pdfText } from '../../fixtures/pdf-text.ts';
import { smallPhoto } from '../support/photos.ts';
import { type ScriptedDamage, scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

/** The head office: what a device with the shipped models knows about the sample car reaches the service. */

const PHOTOS = new URL('../../../demo/sample/photos/check-in/', import.meta.url);
const TASKS: readonly TaskName[] = ['damage_detection', 'images_ocr', 'repair_estimate'];
const REPORT = { pricing: true, clientName: 'City Rental', language: 'en' } as const;

const service = useService({ renderReport, estimator: repairEstimates() });
const models = new NodeModels({ folder: MODELS_FOLDER, threads: 1, onFallback: () => {} });
afterAll(() => models.dispose());

const DENTS: ScriptedDamage[] = [
  { damageType: 'dent', partType: 'hood', on: { front: [0.1, 0.1, 0.2, 0.2] } },
  { damageType: 'dent', partType: 'door_front_left', on: { front: [0.5, 0.5, 0.2, 0.2] } },
];

let device: SyncedDevice;
afterEach(() => device.kerbside.close());

/** Inspects the sample car offline. The user corrects the dent, confirms the scratch and prices the lamp. */
async function inspectSampleCar(): Promise<string> {
  const analyzer = createNodeAnalyzer(models, 'small');
  device = await syncedDevice(service, analyzer, { route: 'device' }, repairEstimates());
  const { kerbside } = device;
  const tasks = Object.fromEntries(TASKS.map((name) => [name, {}]));
  const { result: id } = await kerbside.inspections.createOne({ tasks, vehicle: { plate: 'KB 482 RS' } });
  const files = await readdir(PHOTOS);
  for (const sight of sightsFor(TASKS)) {
    if (!files.includes(`${sight.id}.webp`)) continue;
    const photo = await readFile(new URL(`${sight.id}.webp`, PHOTOS));
    await kerbside.images.addOne(id, imageOfSight(sight, TASKS), new Blob([photo], { type: 'image/webp' }));
  }
  for (const name of TASKS) await kerbside.tasks.updateOne(id, name, { status: 'TODO' });
  for (const name of TASKS) await kerbside.tasks.whenDone(id, name);
  const { damages, vehicles } = (await kerbside.inspections.getOne(id)).entities;
  const types = Object.values(damages).map(({ damageType }) => damageType);
  expect(types.sort()).toEqual(['broken_light', 'dent', 'scratch']);
  expect(Object.values(vehicles)).toMatchObject([{ mileage: { value: 41618, unit: 'km' } }]);
  const find = (type: string) => Object.values(damages).find(({ damageType }) => damageType === type);
  await kerbside.damages.correctOne(id, find('dent')?.id ?? '', { damageType: 'smash' });
  await kerbside.damages.confirmOne(id, find('scratch')?.id ?? '');
  const label = find('broken_light')?.partType ?? 'ignore';
  await kerbside.severities.createOne(id, { label, level: 3, pricing: 321 });
  return id;
}

test('the report of the service says the same as the report of the device', async () => {
  const id = await inspectSampleCar();
  const { kerbside, remote } = device;
  const reports = createNodeReports(kerbside, { timeZone: 'UTC' });
  await reports.requestOne(id, REPORT);
  const onDevice = toLines(await pdfText(await (await reports.whenReady(id)).pdf.arrayBuffer()));

  device.connect();
  await device.waitUntilSynced();
  const { remoteId } = await kerbside.sync.statusOf(id);
  if (remoteId === null) throw new Error('The inspection was not sent.');
  await remote.reports.request(remoteId, REPORT);
  const atService = toLines(await pdfText(await fetchReport(remoteId)));
  expect(atService).toEqual(onDevice);
});

async function fetchReport(remoteId: string): Promise<ArrayBuffer> {
  const { reports } = device.remote;
  await waitUntil(async () => expect((await reports.getOne(remoteId)).pdfUrl).toBeDefined());
  return (await fetch((await reports.getOne(remoteId)).pdfUrl)).arrayBuffer();
}

/** Returns the text without what each side has its own of: ids and times. */
function toLines(text: string): string[] {
  const own = /[0-9a-f]{8}-[0-9a-f-]{27}|\d{1,2} \w{3} \d{4}, \d\d:\d\d UTC/g;
  return text.split('\n').map((line) => line.trim().replace(own, '…'));
}

test('many changes are one operation, and the app keeps its own data', async () => {
  device = await syncedDevice(service, scriptedAnalyzer('device', DENTS), { route: 'device' });
  const { kerbside, store, remote } = device;
  const { result: id } = await kerbside.inspections.createOne({
    tasks: { damage_detection: {} },
    additionalData: { claim: 'C-1042' },
  });
  const image = { name: 'front', tasks: ['damage_detection' as const], additionalData: { side: 'front' } };
  await kerbside.images.addOne(id, image, await smallPhoto(1, 800, 600));
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  const damages = Object.values((await kerbside.inspections.getOne(id)).entities.damages);
  for (const damage of damages) await kerbside.damages.confirmOne(id, damage.id);
  const countResults = async () =>
    (await store.operations()).filter(({ kind }) => kind === 'inspection.results').length;
  expect(await countResults()).toBe(1);

  device.connect();
  await device.waitUntilSynced();
  await kerbside.inspections.updateOne(id, { additionalData: { claim: 'C-1043' } });
  await device.waitUntilSynced();
  expect(await countResults()).toBe(0);
  const { remoteId } = await kerbside.sync.statusOf(id);
  const atService = await remote.inspections.getOne(remoteId ?? '');
  const { entities } = atService;
  const { additionalData } = getOnlyRecord(entities.inspections);
  expect(additionalData).toMatchObject({ claim: 'C-1043' });
  expect(Object.values(entities.damages).map(({ createdBy }) => createdBy)).toEqual(['user', 'user']);
  const completed = Object.values(withDeviceResults(atService).entities.damages);
  expect(completed).toMatchObject([{ createdBy: { model: 'device' } }, { createdBy: { model: 'device' } }]);
  expect(completed.every(({ confirmedAt }) => confirmedAt !== undefined)).toBe(true);
  // The device keeps nothing under the key: the service's response cannot cause another operation.
  const own = getOnlyRecord((await kerbside.inspections.getOne(id)).entities.inspections);
  expect(own.additionalData).toEqual({ claim: 'C-1043' });
});

test('a detection limit reaches the service, also if nothing was found', async () => {
  const detectionLimit = {
    model: 'damage 4.0.0',
    scale: { pixelsPerCm: 1.5, low: 1.25, high: 1.75, from: 'wheel' as const },
    limits: [
      { damageType: 'scratch' as const, half: 20, most: 40 },
      { damageType: 'scratch' as const, partType: 'hood' as const, half: 30 },
    ],
  };
  const analyzer: Analyzer = {
    analyze: async ({ images }) => ({
      createdBy: { model: 'damage', version: '4.0.0', engine: 'wasm' },
      detectionLimits: images.map(({ id: imageId }) => ({ imageId, ...detectionLimit })),
    }),
  };
  device = await syncedDevice(service, analyzer, { route: 'device' });
  const { kerbside, remote } = device;
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  const { result: imageId } = await kerbside.images.addOne(
    id,
    { tasks: ['damage_detection'] },
    await smallPhoto(1, 800, 600),
  );
  await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'damage_detection');
  expect((await kerbside.inspections.getOne(id)).entities.images[imageId]).toMatchObject({ detectionLimit });

  device.connect();
  await device.waitUntilSynced();
  const { remoteId } = await kerbside.sync.statusOf(id);
  const { entities } = withDeviceResults(await remote.inspections.getOne(remoteId ?? ''));
  expect(Object.values(entities.images)).toMatchObject([{ detectionLimit }]);
});

test('an app cannot write under the key', async () => {
  device = await syncedDevice(service, scriptedAnalyzer('device', []));
  const { result: id } = await device.kerbside.inspections.createOne({ tasks: {} });
  const update = device.kerbside.inspections.updateOne(id, { additionalData: { kerbside_results: {} } });
  expect(await rejection(update)).toMatchObject({ code: 'invalid_input' });
});
