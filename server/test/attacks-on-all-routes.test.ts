import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { smallPhoto } from '../../test/node/support/photos.ts';
import { ENDPOINT_ROUTES } from '../http/routes.ts';
import type { RunningService } from '../index.ts';
import {
  createFullInspection,
  type FullInspection,
  fillPath,
  createValidBody,
} from '../test-support/full-inspection.ts';
import {
  createClient,
  type PlainClient,
  createPlainClient,
  type WireResponse,
  createForm,
} from '../test-support/plain-client.ts';
import { startService } from '../test-support/start-service.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

/** The same attacks on every endpoint there is, and on each place where it takes something from outside. */
const SECRET = 'a secret of more than thirty-two characters';
const LARGEST = 100_000;
const ROUTES = ENDPOINT_ROUTES.map(({ route }) => ({ ...route, name: `${route.method} ${route.path}` }));
const WITH_BODY = ROUTES.filter(({ method }) => method === 'POST' || method === 'PATCH');
const WITH_PLACES = ROUTES.filter(({ path }) => path.includes('{'));
const WITH_QUERY = ROUTES.filter(({ query }) => query !== undefined);
type Asked = (typeof ROUTES)[number];

const HOSTILE = [
  `'; drop table inspections; --`,
  `\\' || pg_sleep(9) || '`,
  '../../../../etc/passwd',
  'a\r\nSet-Cookie: stolen=1',
  'a\u0000b',
  '__proto__',
  'x'.repeat(5_000),
];
/** Half a character: JSON can say it, a URL can not. */
const HALF = '\ud800';

/** Words that a service need not know: what it does not know of them, it leaves alone. */
const IGNORED = ['verbose'];

let service: RunningService;
let ada: PlainClient;
let place: FullInspection;
const logged: string[] = [];

beforeAll(async () => {
  const limits = { jsonBytes: LARGEST, photoBytes: LARGEST, uploadBytes: LARGEST, burst: 100_000 };
  service = await startService({ keys: { secret: SECRET }, limits, log: (line) => void logged.push(line) });
  ada = await createPlainClient(service, { id: 'ada', organizationId: 'fleet' });
  place = await createFullInspection(ada);
});
afterAll(() => service.close());

async function ask(client: PlainClient, { method, path, name }: Asked, body?: unknown): Promise<WireResponse> {
  const target = path.includes('{') ? fillPath(path, place) : path;
  if (method === 'GET') return client.get(target);
  const sent = body ?? (await createValidBody(name, place));
  return client[method.toLowerCase() as 'post' | 'patch' | 'delete'](target, sent);
}

const everything = async () => ({
  listed: (await ada.get('/inspections?limit=500')).json.data.map(({ id }: { id: string }) => id),
  inside: (await ada.get(`/inspections/${place.inspection_id}?show_deleted_objects=true`)).json,
});

/** Refused in the service's own words, with nothing of its inside in them. */
function expectRefusal({ status, json, headers }: WireResponse, statuses: readonly number[], what: string): void {
  expect(statuses, what).toContain(status);
  expect(typeof json.message, what).toBe('string');
  expect(JSON.stringify(json), what).not.toMatch(/select |insert |syntax error|node_modules|\.ts:|root:/i);
  expect(headers.get('set-cookie'), what).toBeNull();
}

describe('without a good token', () => {
  const later = () => Math.floor(Date.now() / 1_000) + 3_600;
  const signed = (secret: string, exp: number) =>
    new SignJWT({ sub: 'ada', org_id: 'fleet', exp })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret));
  const forged = async () => {
    const [header, , signature] = (await signed(SECRET, later())).split('.');
    const claims = Buffer.from(JSON.stringify({ sub: 'ada', org_id: 'fleet', exp: later() + 1 }));
    return `${header}.${claims.toString('base64url')}.${signature}`;
  };
  const tokens: [string, () => Promise<string | undefined>][] = [
    ['none', async () => undefined],
    ['one that expired', async () => `Bearer ${await signed(SECRET, later() - 7_200)}`],
    ['one signed by another', async () => `Bearer ${await signed(SECRET.toUpperCase(), later())}`],
    ['one whose claims were changed', async () => `Bearer ${await forged()}`],
    ['alg none', async () => `Bearer ${new UnsecuredJWT({ sub: 'ada', exp: later() }).encode()}`],
  ];

  it.each(ROUTES)('$name is refused, and nothing happens', async (route) => {
    const before = await everything();
    for (const [what, authorization] of tokens) {
      expectRefusal(await ask(createClient(service.url, await authorization()), route), [401], what);
    }
    expect(withoutLinks(await everything())).toEqual(withoutLinks(before));
  });
});

describe('hostile text', () => {
  it.each(WITH_PLACES)('in each place of the path of $name finds nothing', async (route) => {
    const before = await everything();
    for (const name of route.path.matchAll(/\{(\w+)\}/g)) {
      for (const text of HOSTILE) {
        const target = {
          ...route,
          path: route.path.replace(name[0], encodeURIComponent(text)),
        };
        expectRefusal(await ask(ada, target), [400, 404], `${name[1]} = ${text.slice(0, 40)}`);
      }
    }
    expect(withoutLinks(await everything())).toEqual(withoutLinks(before));
  });

  it.each(WITH_QUERY)('in each word of the query of $name is refused', async (route) => {
    for (const name of Object.keys(route.query ?? {})) {
      for (const text of HOSTILE) {
        const query = `?${name}=${encodeURIComponent(text)}`;
        const reply = await ask(ada, { ...route, path: route.path + query });
        if (IGNORED.includes(name) && reply.status === 200) continue;
        expectRefusal(reply, [400, 404], `${name} = ${text.slice(0, 40)}`);
      }
    }
  });

  it.each(WITH_BODY)('in each text of the body of $name is just text, or refused', async (route) => {
    const full = FULL_BODIES[route.name] ?? (() => ({}));
    for (const text of [...HOSTILE, HALF]) {
      for (const body of everyTextReplaced(full(place), text)) {
        const asked = route.path.endsWith('/images') ? createForm(body, { image: await smallPhoto() }) : body;
        const reply = await ask(ada, route, asked);
        expect([200, 400, 404, 409, 422], JSON.stringify(body).slice(0, 200)).toContain(reply.status);
      }
    }
    expect((await everything()).inside.id).toBe(place.inspection_id);
  });

  it('in the key of a call is kept apart, or refused', async () => {
    for (const key of [`' or '1'='1`, '../../x', 'x'.repeat(5_000)]) {
      const reply = await ada.post('/inspections', { tasks: {} }, { 'Idempotency-Key': key });
      expect([200, 400], key.slice(0, 40)).toContain(reply.status);
    }
  });

  it('never was the service’s own fault', () => {
    expect(logged).toEqual([]);
  });
});

describe('a body that is too large', () => {
  it.each(ROUTES.filter(({ method }) => method !== 'GET'))('is refused: $name', async (route) => {
    const before = await everything();
    const text = JSON.stringify({ x: 'x'.repeat(LARGEST) });
    expectRefusal(await ask(ada, route, text), [413], 'JSON');
    expectRefusal(await ask(ada, route, createForm({}, { image: 'x'.repeat(LARGEST) })), [413], 'multipart');
    expect(withoutLinks(await everything())).toEqual(withoutLinks(before));
  });
});

/** Under which the caller's own data are in these bodies. */
const OWN_KEY = 'own';

/** Every field that an endpoint takes, so that each of its texts can be replaced. */
const FULL_BODIES: Record<string, (place: FullInspection) => object> = {
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
    related_inspection_id: place.inspection_id,
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

/** The value once for each text and each key of the caller's own in it, with that one replaced. */
function everyTextReplaced(value: unknown, text: string): unknown[] {
  if (typeof value === 'string') return [text];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => everyTextReplaced(item, text).map((one) => value.with(at, one)));
  }
  return Object.entries(value).flatMap(([key, member]) => [
    ...everyTextReplaced(member, text).map((one) => ({ ...value, [key]: one })),
    ...(key === OWN_KEY ? [Object.fromEntries([[text, member]])] : []),
  ]);
}

/** The links to photos are signed anew each time. */
function withoutLinks(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json).replaceAll(/\?expires=[^"]*/g, ''));
}
