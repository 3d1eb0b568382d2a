import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ENDPOINT_ROUTES } from '../http/routes.ts';
import { ALL_PERMISSIONS, OWN_PERMISSIONS, type RunningService } from '../index.ts';
import {
  createFullInspection,
  createValidBody,
  type FullInspection,
  fillPath,
} from '../test-support/full-inspection.ts';
import { createPlainClient, type PlainClient, type WireResponse } from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 });

const FLEET = 'fleet';
const PERMISSION = 'monk_core_api:inspections:';
const inspectionRoutes = ENDPOINT_ROUTES.filter(({ route }) => route.path.includes('{')).map(({ route }) => ({
  ...route,
  name: `${route.method} ${route.path}`,
}));

let service: RunningService;
let ada: PlainClient;
let ids: FullInspection;

beforeAll(async () => {
  service = await startService();
  ada = await createPlainClient(service, { id: 'ada', organizationId: FLEET });
  ids = await createFullInspection(ada);
});
afterAll(() => service.close());

async function send(
  client: PlainClient,
  { method, path, name }: (typeof inspectionRoutes)[number],
): Promise<WireResponse> {
  const target = fillPath(path, ids);
  const body = await createValidBody(name, ids);
  if (method === 'GET') return client.get(target);
  return client[method.toLowerCase() as 'post' | 'patch' | 'delete'](target, body);
}

const snapshot = async () =>
  (await ada.get(`/inspections/${ids.inspection_id}?show_deleted_objects=true`)).json;

describe('another user’s inspection', () => {
  it.each(inspectionRoutes)('does not exist for a stranger: $name', async (route) => {
    const before = await snapshot();
    for (const user of [{ id: 'mallory' }, { id: 'mallory', organizationId: 'elsewhere' }]) {
      const { status, json } = await send(await createPlainClient(service, user), route);
      expect(status).toBe(404);
      expect(json.message).toContain('does not exist');
    }
    expect(await snapshot()).toEqual(before);
  });

  it.each(inspectionRoutes)(
    'does not exist for a colleague who may only read their own: $name',
    async (route) => {
      const before = await snapshot();
      const colleague = await createPlainClient(
        service,
        { id: 'bob', organizationId: FLEET },
        { permissions: OWN_PERMISSIONS },
      );
      expect((await send(colleague, route)).status).toBe(404);
      expect(await snapshot()).toEqual(before);
    },
  );

  it.each(inspectionRoutes)(
    'can be read but not changed with permission to read the organization’s: $name',
    async (route) => {
      const before = await snapshot();
      const permissions = [...OWN_PERMISSIONS, `${PERMISSION}read_organization`];
      const colleague = await createPlainClient(
        service,
        { id: 'bob', organizationId: FLEET },
        { permissions },
      );
      expect((await send(colleague, route)).status).toBe(route.method === 'GET' ? 200 : 403);
      expect(await snapshot()).toEqual(before);
    },
  );

  it('has images that are reachable only through it', async () => {
    const mallory = await createPlainClient(service, { id: 'mallory' });
    const own = await createFullInspection(mallory);
    const path = `/inspections/${own.inspection_id}`;
    expect((await mallory.get(`${path}/images/${ids.image_id}`)).status).toBe(404);
    expect((await mallory.delete(`${path}/damages/${ids.damage_id}`)).status).toBe(404);
    const view = {
      image_id: ids.image_id,
      damage_id: own.damage_id,
      bounding_box: { xmin: 0, ymin: 0, width: 5, height: 5 },
    };
    expect((await mallory.post(`${path}/views`, view)).status).toBe(404);
  });
});

describe('permissions', () => {
  const client = (id: string, permissions: string[], organizationId?: string) =>
    createPlainClient(
      service,
      { id, ...(organizationId !== undefined && { organizationId }) },
      { permissions },
    );

  // Proves spec 4.3.
  it('control each of the three ownership filters', async () => {
    const lists = async (caller: PlainClient) => {
      const filters = ['own_resources', 'organization_resources', 'all_resources'];
      const statuses = [];
      for (const filter of filters) {
        const list = await caller.get(`/inspections?ownership_filter=${filter}`);
        const count = await caller.get(`/inspections/count?ownership_filter=${filter}`);
        expect(count.status).toBe(list.status);
        statuses.push(list.status);
      }
      return statuses;
    };
    expect(await lists(await client('cy', [], FLEET))).toEqual([403, 403, 403]);
    expect(await lists(await client('cy', [`${PERMISSION}read`], FLEET))).toEqual([200, 403, 403]);
    expect(await lists(await client('cy', [`${PERMISSION}read_organization`], FLEET))).toEqual([
      200, 200, 403,
    ]);
    expect(await lists(await client('cy', [`${PERMISSION}read_all`], FLEET))).toEqual([200, 200, 200]);
  });

  // Proves spec 5.3.
  it('limit the list to the caller’s records', async () => {
    const listOwners = async (caller: PlainClient, filter: string) => {
      const { json } = await caller.get(`/inspections?ownership_filter=${filter}&limit=500`);
      return json.data.map(({ owner_id }: { owner_id: string }) => owner_id);
    };
    const bob = await createPlainClient(service, { id: 'bob-2', organizationId: FLEET });
    await createFullInspection(bob);
    expect(new Set(await listOwners(bob, 'own_resources'))).toEqual(new Set(['bob-2']));
    expect(new Set(await listOwners(bob, 'organization_resources'))).toEqual(new Set(['ada', 'bob-2']));
    const loner = await createPlainClient(service, { id: 'loner' });
    expect(await listOwners(loner, 'organization_resources')).toEqual([]);
  });

  // Proves spec 5.5, wire A5.
  it('distinguish update and delete', async () => {
    const updates = await client('dan', [`${PERMISSION}read_all`, `${PERMISSION}update_all`]);
    const path = `/inspections/${ids.inspection_id}`;
    expect((await updates.patch(`${path}/vehicle`, { color: 'red' })).status).toBe(200);
    expect((await updates.delete(path)).status).toBe(403);
    expect((await updates.post('/inspections', { tasks: {} })).status).toBe(403);
    const creates = await client('eve', [`${PERMISSION}create`, `${PERMISSION}read`]);
    const { status, json } = await creates.post('/inspections', { tasks: {} });
    expect(status).toBe(200);
    expect((await creates.patch(`/inspections/${json.id}/vehicle`, { color: 'red' })).status).toBe(403);
  });

  // Proves spec 5.5.
  it('are required per task and for photo compliances', async () => {
    const permissions = ALL_PERMISSIONS.filter((name) => !/wheel_analysis|compliances/.test(name));
    const some = await client('fay', permissions);
    expect((await some.post('/inspections', { tasks: { wheel_analysis: {} } })).status).toBe(403);
    const { json } = await some.post('/inspections', { tasks: { images_ocr: {} } });
    expect((await some.patch(`/inspections/${json.id}/tasks/images_ocr`, { status: 'TODO' })).status).toBe(
      200,
    );
    const image = { acquisition: { url: 'http://a.example' }, compliances: { image_quality_assessment: {} } };
    expect((await some.post(`/inspections/${json.id}/images`, image)).status).toBe(403);
  });
});
