// @module-tag long
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { ENDPOINT_ROUTES } from '../http/routes.ts';
import type { RunningService } from '../index.ts';
import {
  createFullInspection,
  createValidBody,
  type FullInspection,
  fillPath,
} from '../test-support/full-inspection.ts';
import {
  createClient,
  createForm,
  createPlainClient,
  type PlainClient,
  type WireResponse,
} from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

// The same attacks on every endpoint and on each of its inputs.

const SECRET = 'a secret of more than thirty-two characters';
const MAX_BYTES = 100_000;
const ROUTES = ENDPOINT_ROUTES.map(({ route }) => ({ ...route, name: `${route.method} ${route.path}` }));
const WITH_BODY = ROUTES.filter(({ method }) => method === 'POST' || method === 'PATCH');
const WITH_PLACEHOLDERS = ROUTES.filter(({ path }) => path.includes('{'));
const WITH_QUERY = ROUTES.filter(({ query }) => query !== undefined);
type TestedRoute = (typeof ROUTES)[number];

const HOSTILE = [
  `'; drop table inspections; --`,
  `\\' || pg_sleep(9) || '`,
  '../../../../etc/passwd',
  'a\r\nSet-Cookie: stolen=1',
  'a\u0000b',
  '__proto__',
  'x'.repeat(5_000),
];
/** A lone surrogate: possible in JSON, not in a URL. */
const LONE_SURROGATE = '\ud800';

/** Query parameters whose unknown values are ignored. */
const IGNORED = ['verbose'];

let service: RunningService;
let ada: PlainClient;
let ids: FullInspection;
const logged: string[] = [];

beforeAll(async () => {
  const limits = { jsonBytes: MAX_BYTES, photoBytes: MAX_BYTES, uploadBytes: MAX_BYTES, burst: 100_000 };
  service = await startService({ keys: { secret: SECRET }, limits, log: (line) => void logged.push(line) });
  ada = await createPlainClient(service, { id: 'ada', organizationId: 'fleet' });
  ids = await createFullInspection(ada);
});
afterAll(() => service.close());

async function send(
  client: PlainClient,
  { method, path, name }: TestedRoute,
  body?: unknown,
): Promise<WireResponse> {
  const target = path.includes('{') ? fillPath(path, ids) : path;
  if (method === 'GET') return client.get(target);
  const requestBody = body ?? (await createValidBody(name, ids));
  return client[method.toLowerCase() as 'post' | 'patch' | 'delete'](target, requestBody);
}

const readEverything = async () => ({
  listed: (await ada.get('/inspections?limit=500')).json.data.map(({ id }: { id: string }) => id),
  inspection: (await ada.get(`/inspections/${ids.inspection_id}?show_deleted_objects=true`)).json,
});

/** Expects an error with a message that reveals nothing of the service's internals. */
function expectRejection(
  { status, json, headers }: WireResponse,
  statuses: readonly number[],
  what: string,
): void {
  expect(statuses, what).toContain(status);
  expect(typeof json.message, what).toBe('string');
  expect(JSON.stringify(json), what).not.toMatch(/select |insert |syntax error|node_modules|\.ts:|root:/i);
  expect(headers.get('set-cookie'), what).toBeNull();
}

describe('without a valid token', () => {
  const inOneHour = () => Math.floor(Date.now() / 1_000) + 3_600;
  const signed = (secret: string, exp: number) =>
    new SignJWT({ sub: 'ada', org_id: 'fleet', exp })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
  const forged = async () => {
    const [header, , signature] = (await signed(SECRET, inOneHour())).split('.');
    const claims = Buffer.from(JSON.stringify({ sub: 'ada', org_id: 'fleet', exp: inOneHour() + 1 }));
    return `${header}.${claims.toString('base64url')}.${signature}`;
  };
  const tokens: [string, () => Promise<string | undefined>][] = [
    ['none', async () => undefined],
    ['an expired token', async () => `Bearer ${await signed(SECRET, inOneHour() - 7_200)}`],
    [
      'a token signed with another secret',
      async () => `Bearer ${await signed(SECRET.toUpperCase(), inOneHour())}`,
    ],
    ['a token with changed claims', async () => `Bearer ${await forged()}`],
    ['alg none', async () => `Bearer ${new UnsecuredJWT({ sub: 'ada', exp: inOneHour() }).encode()}`],
  ];

  it.each(ROUTES)('$name is rejected and has no effect', async (route) => {
    const before = await readEverything();
    for (const [what, authorization] of tokens) {
      expectRejection(await send(createClient(service.url, await authorization()), route), [401], what);
    }
    expect(removeSignatures(await readEverything())).toEqual(removeSignatures(before));
  });
});

describe('hostile text', () => {
  it.each(WITH_PLACEHOLDERS)('in each placeholder of $name has no effect', async (route) => {
    const before = await readEverything();
    for (const name of route.path.matchAll(/\{(\w+)\}/g)) {
      for (const text of HOSTILE) {
        const target = {
          ...route,
          path: route.path.replace(name[0], encodeURIComponent(text)),
        };
        expectRejection(await send(ada, target), [400, 404], `${name[1]} = ${text.slice(0, 40)}`);
      }
    }
    expect(removeSignatures(await readEverything())).toEqual(removeSignatures(before));
  });

  it.each(WITH_QUERY)('in each query parameter of $name is rejected', async (route) => {
    for (const name of Object.keys(route.query ?? {})) {
      for (const text of HOSTILE) {
        const query = `?${name}=${encodeURIComponent(text)}`;
        const response = await send(ada, { ...route, path: route.path + query });
        if (IGNORED.includes(name) && response.status === 200) continue;
        // Searches accept any text, and this one is in no inspection.
        if (name === 'search' && response.status === 200) {
          expect(response.json.total ?? response.json.inspections, text.slice(0, 40)).toBe(0);
          continue;
        }
        expectRejection(response, [400, 404], `${name} = ${text.slice(0, 40)}`);
      }
    }
  });

  it.each(WITH_BODY)('in each text of the body of $name is stored as text or rejected', async (route) => {
    const full = FULL_BODIES[route.name] ?? (() => ({}));
    for (const text of [...HOSTILE, LONE_SURROGATE]) {
      for (const body of replaceEachText(full(ids), text)) {
        const requestBody = route.path.endsWith('/images')
          ? createForm(body, { image: await smallPhoto() })
          : body;
        const response = await send(ada, route, requestBody);
        expect([200, 400, 404, 409, 422], JSON.stringify(body).slice(0, 200)).toContain(response.status);
      }
    }
    expect((await readEverything()).inspection.id).toBe(ids.inspection_id);
  });

  it('in the Idempotency-Key is stored as text or rejected', async () => {
    for (const key of [`' or '1'='1`, '../../x', 'x'.repeat(5_000)]) {
      const response = await ada.post('/inspections', { tasks: {} }, { 'Idempotency-Key': key });
      expect([200, 400], key.slice(0, 40)).toContain(response.status);
    }
  });

  it('causes no internal error', () => {
    expect(logged).toEqual([]);
  });
});

describe('a body that is too large', () => {
  it.each(ROUTES.filter(({ method }) => method !== 'GET'))('is rejected: $name', async (route) => {
    const before = await readEverything();
    const text = JSON.stringify({ x: 'x'.repeat(MAX_BYTES) });
    expectRejection(await send(ada, route, text), [413], 'JSON');
    expectRejection(
      await send(ada, route, createForm({}, { image: 'x'.repeat(MAX_BYTES) })),
      [413],
      'multipart',
    );
    expect(removeSignatures(await readEverything())).toEqual(removeSignatures(before));
  });
});

/** The key of free-form data in these bodies. */
const OWN_KEY = 'own';

/** Bodies with every field of an endpoint, so that each text can be replaced. */
const FULL_BODIES: Record<string, (ids: FullInspection) => object> = {
  'POST /inspections': () => ({
    tasks: {
      damage_detection: {
        status: 'NOT_STARTED',
        callbacks: [
          { url: 'https://a.example/', headers: { [OWN_KEY]: 'b' }, callback_event: 'STATUS_SET_TO_DONE' },
        ],
        damage_severity: { output_format: 'x' },
        scoring: { [OWN_KEY]: 'b' },
      },
    },
    vehicle: { brand: 'a', model: 'b', plate: 'c', serie: 'd', vin: 'e', mileage: { value: 1, unit: 'km' } },
    damage_areas: [{ id: 'a', relevant_elements: ['b'] }],
    inspection_type: 'claim',
    accident_nature: 'hail',
    related_inspection_id: ids.inspection_id,
    additional_data: { [OWN_KEY]: 'b' },
  }),
  'PATCH /inspections/{inspection_id}': () => ({ additional_data: { [OWN_KEY]: 'b' } }),
  'PATCH /inspections/{inspection_id}/pdf_data': () => ({
    agent_first_name: 'a',
    vehicle_owner_email: 'b',
    mileage: { value: 1, unit: 'km' },
    comment: 'c',
  }),
  'PATCH /inspections/{inspection_id}/vehicle': () => ({ plate: 'a', color: 'b', mileage_unit: 'km' }),
  'PATCH /inspections/{inspection_id}/tasks/{task_name}': () => ({
    status: 'NOT_STARTED',
    arguments: { [OWN_KEY]: 'b' },
  }),
  'POST /inspections/{inspection_id}/images': () => ({
    name: 'a',
    acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' },
    tasks: [{ name: 'damage_detection', image_details: { viewpoint_name: 'b' } }],
    compliances: { coverage_360: { sight_id: 'c' } },
    image_type: 'close_up',
    detailed_viewpoint: { centers_on: ['hood'] },
    damage_area: 'd',
    rotate_image_before_upload: 'NO_ROTATION',
    additional_data: { [OWN_KEY]: 'b' },
  }),
  'POST /inspections/{inspection_id}/uploads': () => ({
    size: 9,
    type: 'image/jpeg',
    sha256: 'a'.repeat(64),
  }),
  'POST /inspections/{inspection_id}/views': ({ image_id, damage_id }) => ({
    image_id,
    damage_id,
    bounding_box: { xmin: 1, ymin: 1, width: 9, height: 9 },
  }),
  'POST /inspections/{inspection_id}/damages': () => ({ damage_type: 'dent', part_type: 'hood' }),
  'POST /inspections/{inspection_id}/severity_pricing': () => ({ label: 'hood', repair_operation: 'repair' }),
  'PATCH /inspections/{inspection_id}/severity_pricing/{severity_id}': () => ({ repair_operation: 'repair' }),
  'POST /inspections/{inspection_id}/pdf': () => ({
    customer: 'a',
    client_name: 'b',
    language: 'en',
    vin: 'c',
  }),
};

/** Returns one copy of the value for each text and free-form key in it, with that one replaced. */
function replaceEachText(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => replaceEachText(item, text).map((one) => value.with(at, one)));
  }
  return Object.entries(value).flatMap(([key, member]) => [
    ...replaceEachText(member, text).map((one) => ({ ...value, [key]: one })),
    ...(key === OWN_KEY ? [Object.fromEntries([[text, member]])] : []),
  ]);
}

/** Removes the signatures of links, which may differ each time. */
function removeSignatures(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json).replaceAll(/\?expires=[^"]*/g, ''));
}
