import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningService } from '../../../server/index.ts';
import { startService } from '../../../server/test-support/start-service.ts';
import { createRemoteClient, type RemoteClient } from '../../../src/remote/client.ts';
import { sleep } from '../../../src/remote/poll.ts';
import { getOnlyRecord, rejection } from '../../conformance/api-under-test.ts';
import { smallPhoto } from '../support/photos.ts';

/** The calls that only the remote client has, against the reference service. */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
const PDF = '%PDF-1.7 made of nothing';

let service: RunningService;
let remote: RemoteClient;
beforeAll(async () => {
  service = await startService({ renderReport: async () => new TextEncoder().encode(PDF).buffer });
  const token = await service.tokenFor({ id: 'ann', organizationId: 'kerb' });
  remote = createRemoteClient({
    baseUrl: service.url,
    getToken: () => token,
    sleep: (milliseconds, signal) => sleep(milliseconds / 100, signal),
  });
});
afterAll(() => service.close());

const create = async () => (await remote.calls.createInspection({ tasks: { damage_detection: {} } })).id;

describe('a call with an idempotency key', () => {
  test('is applied once if sent twice', async () => {
    const input = { tasks: {}, additionalData: { operation: 'o-1' } };
    const first = await remote.calls.createInspection(input, {}, { idempotencyKey: 'o-1' });
    const again = await remote.calls.createInspection(input, {}, { idempotencyKey: 'o-1' });
    expect(again).toEqual(first);
    const photo = new Blob([await smallPhoto(3)], { type: 'image/jpeg' });
    const add = () => remote.calls.addImage(first.id, { tasks: [] }, photo, { idempotencyKey: 'o-2' });
    expect(await add()).toEqual(await add());
    expect((await remote.images.getMany(first.id)).data).toHaveLength(1);
  });
});

describe('an inspection', () => {
  // Proves wire C8.
  test('is counted and accepts additional data later', async () => {
    const before = await remote.calls.countInspections();
    const id = await create();
    expect(await remote.calls.countInspections()).toBe(before + 1);
    await remote.calls.updateInspection(id, { additionalData: { anyCase: { snake_case: 1 } } });
    const { entities } = await remote.inspections.getOne(id);
    expect(getOnlyRecord(entities.inspections).additionalData).toEqual({ anyCase: { snake_case: 1 } });
  });

  // Proves wire B3.
  test('is returned without polygons if verbose is light', async () => {
    const id = await create();
    const { result: imageId } = await remote.images.addOne(id, {}, await smallPhoto(1));
    const damage = await remote.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
    const triangle: [number, number][] = [
      [1, 1],
      [9, 1],
      [9, 9],
    ];
    await remote.views.createOne(id, { imageId, damageId: damage.result, polygons: [triangle] });
    const light = await remote.calls.getInspection(id, { verbose: 'light' });
    expect(getOnlyRecord(light.entities.views)).toMatchObject({
      polygons: [],
      boundingBox: { xmin: 1, ymin: 1, width: 8, height: 8 },
    });
  });
});

describe('a report', () => {
  // Proves spec 4.21, wire H2.
  test('is report_not_ready until requested, then created', async () => {
    const id = await create();
    expect(await rejection(remote.reports.getOne(id))).toMatchObject({
      code: 'report_not_ready',
      details: { requested: false },
    });
    const asked = await remote.reports.request(id, { language: 'fr', pricing: true });
    const report = await remote.reports.whenReady(id, { timeoutMs: 60_000 });
    expect(report.id).toBe(asked.id);
    expect(report.pdfUrl).toMatch(/^http/);
  });

  // Proves wire H3.
  test('created by the app can be uploaded', async () => {
    const id = await create();
    const { id: reportId } = await remote.reports.upload(id, new Blob([PDF], { type: 'application/pdf' }));
    expect(await remote.reports.getOne(id)).toMatchObject({ id: reportId });
  });
});
