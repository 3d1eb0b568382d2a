import { afterEach, expect, test } from 'vitest';
import { createNodeReportMaker } from '../../../src/node/report/report-maker.ts';
import { renderReport } from '../../../src/node/report/reports.ts';
import { DeviceReports } from '../../../src/report/device-reports.ts';
import { createMemoryReportStore } from '../../../src/report/report-store.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import { pdfImages, pdfText } from '../../fixtures/pdf-text.ts';
import { smallPhoto } from '../support/photos.ts';
import { scriptedAnalyzer } from '../support/scripted-analyzer.ts';
import { type SyncedDevice, syncedDevice } from '../support/synced-device.ts';
import { useService } from '../support/use-service.ts';

/** The service makes reports, and has remote ids for the inspections. */

const service = useService({ renderReport });

const FRONT = { name: 'front', compliances: { coverage360: { sightId: 'front' } } };

let device: SyncedDevice;
afterEach(() => device.kerbside.close());

async function inspected() {
  device = await syncedDevice(service, scriptedAnalyzer('device', []), { route: 'device' });
  const { kerbside, remote } = device;
  const { result: id } = await kerbside.inspections.createOne({ tasks: {} });
  await kerbside.images.addOne(id, FRONT, await smallPhoto());
  const reports = new DeviceReports({
    api: kerbside,
    maker: createNodeReportMaker(),
    store: createMemoryReportStore(),
    remote: remote.reports,
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    timeZone: 'UTC',
    newId: () => crypto.randomUUID(),
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds / 20)),
  });
  return { kerbside, remote, reports, id };
}

test('sync.statusOf returns the remote id of an inspection and what is not sent', async () => {
  const { kerbside, remote, id } = await inspected();
  expect(await kerbside.sync.statusOf(id)).toEqual({ remoteId: null, unsent: 2, awaited: 0 });
  device.connect();
  await device.waitUntilSynced();
  expect((await kerbside.sync.status()).inFlight).toEqual([]); // immediately, though events are limited to five per second
  const { remoteId, unsent } = await kerbside.sync.statusOf(id);
  expect(unsent).toBe(0);
  if (remoteId === null) throw new Error('The inspection was sent, but has no remote id.');
  expect((await remote.inspections.getOne(remoteId)).result).toBe(remoteId);
  expect(await kerbside.sync.statusOf(remoteId)).toMatchObject({ remoteId });
  expect(await rejection(kerbside.sync.statusOf('nowhere'))).toMatchObject({ code: 'not_found' });
});

test('the service makes the report of an inspection that was sent', async () => {
  const { reports, id } = await inspected();
  device.connect();
  await device.waitUntilSynced();
  await reports.requestOne(id);
  const { madeBy, pdf } = await reports.whenReady(id);
  expect([madeBy, (await pdf.text()).slice(0, 5)]).toEqual(['remote', '%PDF-']);
});

test('the service compares with the earlier inspection by its remote id', async () => {
  const { kerbside, reports, id: before } = await inspected();
  await kerbside.damages.createOne(before, { damageType: 'scratch', partType: 'roof' });
  const { result: id } = await kerbside.inspections.createOne({ tasks: {}, relatedInspectionId: before });
  const { result: imageId } = await kerbside.images.addOne(id, FRONT, await smallPhoto());
  const { result: damageId } = await kerbside.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
  const boundingBox = { xmin: 4, ymin: 4, width: 10, height: 10 };
  await kerbside.views.createOne(id, { imageId, damageId, boundingBox });
  device.connect();
  await device.waitUntilSynced();
  await reports.requestOne(id);
  const { madeBy, pdf } = await reports.whenReady(id);
  const text = await pdfText(await pdf.arrayBuffer());
  expect(madeBy).toBe('remote');
  expect(text).toContain('Since the inspection of');
  expect(text).toContain('1 Dent · unclear');
  expect(text).toMatch(/^Then · 1 · front · /m);
  expect(await pdfImages(await pdf.arrayBuffer())).toHaveLength(2);
  expect(text).toContain(`Inspection ${(await kerbside.sync.statusOf(before)).remoteId}`);
});

test('the device makes the report if the service lacks changes of the earlier inspection', async () => {
  const { kerbside, reports, id: before } = await inspected();
  const { result: id } = await kerbside.inspections.createOne({ tasks: {}, relatedInspectionId: before });
  device.connect();
  await device.waitUntilSynced();
  device.disconnect();
  await kerbside.damages.createOne(before, { damageType: 'dent', partType: 'hood' });
  expect((await kerbside.sync.statusOf(id)).unsent).toBe(0);
  await reports.requestOne(id);
  expect((await reports.whenReady(id)).madeBy).toBe('device');
  device.connect();
  await device.waitUntilSynced();
  await reports.requestOne(id);
  expect((await reports.whenReady(id)).madeBy).toBe('remote');
});

test('the device makes the report if the service lacks changes, and uploads it after they are sent', async () => {
  const { reports, remote, kerbside, id } = await inspected();
  await reports.requestOne(id);
  expect((await reports.whenReady(id)).madeBy).toBe('device');
  expect(await rejection(reports.upload(id))).toMatchObject({ code: 'not_found', retryable: true });
  device.connect();
  await device.waitUntilSynced();
  await reports.upload(id);
  const { remoteId } = await kerbside.sync.statusOf(id);
  expect((await remote.reports.getOne(remoteId ?? '')).pdfUrl).toContain('http');
});
