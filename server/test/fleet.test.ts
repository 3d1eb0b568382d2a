import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { repairEstimates } from '../../src/estimate/index.ts';
import { createThumbnail } from '../../src/node/index.ts';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { openPglite } from '../database/pglite-database.ts';
import type { RunningService } from '../index.ts';
import { createMemoryBlobStore } from '../store/blob-store.ts';
import { FLEET_COLUMNS, fillFleetColumns } from '../store/fleet-rows.ts';
import { migrate } from '../store/migrations.ts';
import { PostgresStore } from '../store/postgres-store.ts';
import { createForm, createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';
import { UPLOADED } from '../test-support/wire-fixture.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

let service: RunningService;
let ada: PlainClient;
/** Of 7 inspections, oldest first. */
const ids: string[] = [];

/** Ada's organization: cars with and without damage, the third one deleted. Another organization has one, too. */
beforeAll(async () => {
  service = await startService({ estimator: repairEstimates(), createThumbnail });
  ada = await createPlainClient(service, { id: 'ada', organizationId: 'kerb' });
  const plates = ['AA-001-AA', 'BB-002-BB', 'CC-003-CC', 'DD-004-DD', 'EE-005-EE', 'FF-006-FF', 'GG-007-GG'];
  for (const plate of plates) {
    const vehicle = { brand: 'Renault', model: plate < 'D' ? 'Clio' : 'Mégane', plate };
    const { json } = await ada.post('/inspections', { tasks: { damage_detection: {} }, vehicle });
    ids.push(json.id);
  }
  const damaged = [ids[1], ids[3], ids[5]];
  for (const [index, id] of damaged.entries()) {
    await ada.post(`/inspections/${id}/damages`, { damage_type: 'dent', part_type: 'hood' });
    await ada.post(`/inspections/${id}/severity_pricing`, { label: 'hood', level: index + 1 });
  }
  await ada.delete(`/inspections/${ids[2]}`);
  const eve = await createPlainClient(service, { id: 'eve', organizationId: 'elsewhere' });
  await eve.post('/inspections', { tasks: {}, vehicle: { plate: 'EVE' } });
});
afterAll(() => service.close());

const list = async (query = '', client = ada) => {
  const { status, json } = await client.get(`/fleet/inspections${query}`);
  return { status, json, plates: json.data?.map((row: { vehicle: { plate: string } }) => row.vehicle.plate) };
};

describe('the list of the fleet page', () => {
  it('has a row per inspection of the organization that is not deleted, newest first', async () => {
    const { json, plates } = await list();
    expect(plates).toEqual(['GG-007-GG', 'FF-006-FF', 'EE-005-EE', 'DD-004-DD', 'BB-002-BB', 'AA-001-AA']);
    expect(json.total).toBe(6);
    expect(json.data[1]).toEqual({
      id: ids[5],
      created_at: expect.stringMatching(/^\d{4}-/),
      owner_id: 'ada',
      vehicle: { brand: 'Renault', model: 'Mégane', plate: 'FF-006-FF' },
      outcome: 'damaged',
      verdict: expect.objectContaining({ outcome: 'damaged', sides_not_photographed: 8, sides_confirmed: 0 }),
      severity: 3,
      damages: 1,
      origins: { found: 0, corrected: 0, added: 1 },
      images: 0,
    });
  });

  it.each([
    ['?outcome=damaged', ['FF-006-FF', 'DD-004-DD', 'BB-002-BB']],
    ['?outcome=open', ['GG-007-GG', 'EE-005-EE', 'AA-001-AA']],
    ['?outcome=clean', []],
    ['?min_severity=2', ['FF-006-FF', 'DD-004-DD']],
    ['?outcome=damaged&min_severity=3', ['FF-006-FF']],
    ['?search=CLIO', ['BB-002-BB', 'AA-001-AA']],
    ['?search=m%C3%A9gane%20dd-004', ['DD-004-DD']],
    ['?search=%25', []],
    ['?search=ada%20clio%20bb', ['BB-002-BB']],
    ['?created_from=2000-01-01T00:00:00.000Z&search=gg', ['GG-007-GG']],
    ['?created_from=2100-01-01T00:00:00.000Z', []],
    ['?created_from=2000-01-01T00:00:00%2B23:00&search=gg', ['GG-007-GG']],
    ['?created_from=0000-01-01T00:00:00Z&search=gg', ['GG-007-GG']],
  ])('%s filters at the service', async (query, expected) => {
    const { plates, json } = await list(query);
    expect(plates).toEqual(expected);
    expect(json.total).toBe(expected.length);
  });

  it('finds an inspection by its whole id, not by a part of it', async () => {
    expect((await list(`?search=${ids[1]?.toUpperCase()}`)).plates).toEqual(['BB-002-BB']);
    expect((await list(`?search=${ids[1]?.slice(0, 8)}`)).plates).toEqual([]);
  });

  it('pages through what matches a filter, and the link keeps it', async () => {
    const first = await list('?outcome=damaged&limit=2&search=renault%20ada');
    expect([first.plates, first.json.total]).toEqual([['FF-006-FF', 'DD-004-DD'], 3]);
    const { status, json } = await ada.get(first.json.paging.next);
    expect(status).toBe(200);
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual([ids[1]]);
    expect([json.total, json.paging.next]).toEqual([3, null]);
  });

  it.each([
    '?outcome=broken',
    '?min_severity=0',
    '?min_severity=4',
    '?min_severity=2.5',
    '?created_from=yesterday',
    '?created_from=2026-02-31T00:00:00Z',
    `?search=${'x'.repeat(101)}`,
    `?search=${'x+'.repeat(9)}`,
    '?search=%00',
    '?limit=0',
    '?limit=101',
    '?after=unknown',
    '?state=1',
    '?ownership_filter=everybody',
  ])('rejects %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });

  it('shows only what the caller may read', async () => {
    const bob = await createPlainClient(service, { id: 'bob', organizationId: 'kerb' });
    expect((await list('?ownership_filter=own_resources', bob)).plates).toEqual([]);
    const own = { permissions: ['monk_core_api:inspections:read'] };
    const limited = await createPlainClient(service, { id: 'bob', organizationId: 'kerb' }, own);
    expect((await list('', limited)).status).toBe(403);
    expect((await limited.get('/fleet/summary')).status).toBe(403);
    expect((await list('?ownership_filter=all_resources')).status).toBe(403);
  });

  it('follows every change', async () => {
    const { json } = await ada.post('/inspections', { tasks: {}, vehicle: { plate: 'NEW' } });
    const path = `/inspections/${json.id}`;
    const { json: damage } = await ada.post(`${path}/damages`, { damage_type: 'dent', part_type: 'hood' });
    expect((await list('?search=new')).json.data).toMatchObject([{ outcome: 'damaged', damages: 1 }]);
    await ada.delete(`${path}/damages/${damage.id}`);
    expect((await list('?search=new')).json.data).toMatchObject([{ outcome: 'notAnalysed', damages: 0 }]);
    await ada.delete(path);
    expect((await list('?search=new')).plates).toEqual([]);
  });
});

it('the summary counts what matches and adds costs by currency', async () => {
  expect((await ada.get('/fleet/summary?search=clio')).json).toEqual({
    inspections: 2,
    damaged: 1,
    costs: [],
  });
  const { json } = await ada.post('/inspections', {
    tasks: { repair_estimate: {} },
    vehicle: { plate: 'COST' },
  });
  await ada.post(`/inspections/${json.id}/damages`, { damage_type: 'dent', part_type: 'hood' });
  await ada.patch(`/inspections/${json.id}/tasks/repair_estimate`, { status: 'DONE' });
  const [row] = (await list('?search=cost')).json.data;
  expect(row.cost).toMatchObject({ amount: expect.any(Number), currency: 'EUR' });
  expect((await ada.get('/fleet/summary?search=cost')).json).toEqual({
    inspections: 1,
    damaged: 1,
    costs: [{ currency: 'EUR', amount: row.cost.amount }],
  });
  expect((await ada.get('/fleet/summary?limit=5')).status).toBe(400);
  await ada.delete(`/inspections/${json.id}`);
});

it.each([
  ['that has more digits than a column', { total_cost: 1e22, currency: 'EUR' }],
  ['of half a cent', { total_cost: 0.5, currency: 'EUR' }],
  ['in an unknown currency', { total_cost: 5, currency: 'euros\u0000' }],
])('an inspection with a cost %s is stored, without a cost', async (_, cost) => {
  const { json } = await ada.post('/inspections', { tasks: {}, vehicle: { plate: 'ODD' } });
  const total = { ...cost, range: { low: 0, high: 9 }, vehicle_class: 'car', pricing_version: '1' };
  const results = { version: 1, estimate: { total, operations: [] } };
  const additional_data = { kerbside_results: results };
  expect((await ada.patch(`/inspections/${json.id}`, { additional_data })).status).toBe(200);
  const [row] = (await list('?search=odd')).json.data;
  expect([row.id, row.cost]).toEqual([json.id, undefined]);
  await ada.delete(`/inspections/${json.id}`);
});

it('a photo can be read as a small JPEG of two widths, with its own ETag, until it is deleted', async () => {
  const [inspectionId = ''] = ids;
  const form = createForm({ acquisition: UPLOADED }, { image: await smallPhoto(1, 800, 600) });
  const { json } = await ada.post(`/inspections/${inspectionId}/images`, form);
  const token = await service.tokenFor({ id: 'ada', organizationId: 'kerb' });
  const get = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/images/${json.id}/photo${query}`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
    });
  const original = await get('');
  const small = await get('?width=320');
  expect(small.headers.get('Content-Type')).toBe('image/jpeg');
  const size = await sharp(await small.arrayBuffer()).metadata();
  expect([size.width, size.height]).toEqual([320, 240]);
  const tag = small.headers.get('ETag') ?? '';
  expect(tag).not.toBe(original.headers.get('ETag'));
  expect((await get('?width=320', { 'If-None-Match': tag })).status).toBe(304);
  expect((await get('?width=640', { 'If-None-Match': tag })).status).toBe(200);
  for (const width of ['0', '321', '1e9', '-1', 'x', ''])
    expect((await get(`?width=${width}`)).status).toBe(400);

  const link = new URL(json.path);
  expect((await fetch(`${link}&width=320`)).status).toBe(200);
  const stranger = await createPlainClient(service, { id: 'eve', organizationId: 'elsewhere' });
  expect((await stranger.get(`/images/${json.id}/photo?width=320`)).status).toBe(404);
  await ada.delete(`/inspections/${inspectionId}/images/${json.id}`);
  for (const query of ['', '?width=320']) expect((await get(query)).status).toBe(404);
  expect((await fetch(`${link}&width=320`)).status).toBe(404);
});

it('inspections that an earlier version stored are in the list after the migration', async () => {
  const database = await openPglite();
  try {
    await migrate(database);
    const store = new PostgresStore(database, createMemoryBlobStore());
    const query = { scope: 'all', includeDeleted: false, limit: 5, paginationOrder: 'desc' } as const;
    const inspection = {
      id: 'old',
      ownerId: 'ada',
      organizationId: 'kerb',
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const state = { inspection, images: [], tasks: [], damages: [], parts: [], views: [] };
    const lists = { severityResults: [], wheelAnalysis: [], documents: [] };
    const commit = { id: 'c', expectedVersion: 0, photos: [], operations: [] };
    await store.commit({ ...commit, state: { ...state, ...lists } } as never);
    const before = await store.listFleet(query);
    await database.query(
      `update inspections set ${Object.keys(FLEET_COLUMNS)
        .map((name) => `${name} = null`)
        .join(', ')}`,
    );
    await fillFleetColumns(database);
    expect(before.records).toMatchObject([{ id: 'old', outcome: 'notAnalysed' }]);
    expect(await store.listFleet(query)).toEqual(before);
  } finally {
    await database.close();
  }
});

it('a row in which version 0.2 called the silence of a model clean is not clean, and has no cost', async () => {
  const database = await openPglite();
  try {
    await migrate(database);
    const store = new PostgresStore(database, createMemoryBlobStore());
    const created = { ownerId: 'ada', organizationId: 'kerb', createdAt: '2026-01-01T00:00:00.000Z' };
    const lists = { images: [], tasks: [], damages: [], parts: [], views: [] };
    const others = { severityResults: [], wheelAnalysis: [], documents: [] };
    const state = { inspection: { id: 'old', ...created }, ...lists, ...others };
    const commit = { id: 'c', expectedVersion: 0, photos: [], operations: [], state };
    await store.commit(commit as never);
    const stored = { id: 'old', outcome: 'clean', cost: { amount: 0, currency: 'EUR', isComplete: true } };
    await database.query("update inspections set outcome = 'clean', fleet_row = $1::json", [
      JSON.stringify(stored),
    ]);
    const query = { scope: 'all', includeDeleted: false, limit: 5, paginationOrder: 'desc' } as const;
    const { records } = await store.listFleet({ ...query, outcome: 'nothingFound' });
    expect(records).toEqual([{ id: 'old', outcome: 'nothingFound' }]);
    expect((await store.listFleet({ ...query, outcome: 'clean' })).records).toEqual([]);
  } finally {
    await database.close();
  }
});
