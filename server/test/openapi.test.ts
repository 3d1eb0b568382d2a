import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import OpenAPIClientAxios, { type OpenAPIV3_1 } from 'openapi-client-axios';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ENDPOINT_ROUTES } from '../http/routes.ts';
import type { RunningService } from '../index.ts';
import { createFullInspection, createValidBody, fillPath } from '../test-support/full-inspection.ts';
import { createPlainClient, type PlainClient } from '../test-support/plain-client.ts';
import { type S3Server, startS3Server } from '../test-support/s3-server.ts';
import { startService } from '../test-support/start-service.ts';

/** A bucket: without one, the service offers no uploads. */
let bucket: S3Server;
let service: RunningService;
const SLOW_START = 180_000;
vi.setConfig({ testTimeout: SLOW_START });
const user = { id: 'reader', organizationId: 'kerb' };
let document: OpenAPIV3_1.Document;
let client: PlainClient;
beforeAll(async () => {
  bucket = await startS3Server();
  service = await startService({ s3: bucket.options });
  document = await (await fetch(new URL('/openapi.json', service.url))).json();
  client = await createPlainClient(service, user);
}, SLOW_START);
afterAll(async () => {
  await service.close();
  await bucket.stop();
});

test('the document is valid OpenAPI 3.1 and lists every route once', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect([valid, errors]).toEqual([true, undefined]);
  const listed = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(listed.sort()).toEqual(ENDPOINT_ROUTES.map(({ route }) => `${route.method} ${route.path}`).sort());
});

describe('a valid request and its response match the document', () => {
  test.each(ENDPOINT_ROUTES.map(({ route }) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (title, { method, path }) => {
      const ids = await createFullInspection(client);
      const body = await createValidBody(title, ids);
      if (body !== undefined && !(body instanceof FormData))
        expect(findErrors(requestSchemaOf(path, method), body)).toEqual([]);
      const { status, json, headers } = await send(method, fillPath(path, ids), body);
      expect([status, status === 200 ? '' : json]).toEqual([200, '']);
      const [type = '', { schema }] = Object.entries(contentOf(path, method))[0] ?? ['', {}];
      if (type === 'application/json') expect(findErrors(schema, json)).toEqual([]);
      else expect(headers.get('content-type')).toMatch(new RegExp(`^${type.replace('*', '.+')}`));
    },
  );

  test('an error', async () => {
    const { json } = await client.get('/inspections/missing');
    expect(findErrors(document.components?.schemas?.Error, json)).toEqual([]);
    expect(json.code).toBe('not_found');
  });
});

test('a client made from the document creates, changes and reads an inspection', async () => {
  const api = new OpenAPIClientAxios({ definition: document as never });
  const made = await api.init<Record<string, (...args: unknown[]) => Promise<{ data: never }>>>();
  Object.assign(api.client.defaults.headers.common, {
    Authorization: `Bearer ${await service.tokenFor(user)}`,
  });
  const call = async <T>(operation: string, ...args: unknown[]) =>
    (await made[operation]?.(...args))?.data as T | undefined;
  const created = await call<{ id: string }>('createInspection', null, {
    tasks: { damage_detection: {} },
    vehicle: { plate: 'AB-123-CD' },
  });
  const inspection_id = created?.id;
  await call('createDamage', { inspection_id }, { damage_type: 'dent', part_type: 'hood' });
  await call('updateTask', { inspection_id, task_name: 'damage_detection' }, { status: 'TODO' });
  expect(await call('getInspection', { inspection_id })).toMatchObject({
    id: inspection_id,
    damages: [{ damage_type: 'dent' }],
    tasks: [{ name: 'damage_detection', status: 'TODO' }],
    vehicle: { plate: 'AB-123-CD' },
  });
});

/** @param schema - A schema of the document. The document must have one. */
function findErrors(schema: object | undefined, json: unknown) {
  if (!schema) throw new Error('The document has no schema for it.');
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
  return validate(json) ? [] : validate.errors;
}

function send(method: string, path: string, body: unknown) {
  if (method === 'GET') return client.get(path);
  if (method === 'POST') return client.post(path, body);
  return method === 'PATCH' ? client.patch(path, body) : client.delete(path, body);
}

type Content = Record<string, { schema?: object }>;

function contentOf(path: string, method: string): Content {
  const response = operationOf(path, method)?.responses?.['200'];
  return response && 'content' in response ? (response.content as Content) : {};
}

function requestSchemaOf(path: string, method: string): object | undefined {
  const body = operationOf(path, method)?.requestBody;
  return body && 'content' in body ? (body.content as Content)['application/json']?.schema : undefined;
}

function operationOf(path: string, method: string): OpenAPIV3_1.OperationObject | undefined {
  return document.paths?.[path]?.[method.toLowerCase() as 'get'];
}
