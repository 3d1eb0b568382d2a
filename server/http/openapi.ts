import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { JsonObject } from '../../src/domain/fields.ts';
import { JSON_PART } from '../../src/wire/form-parts.ts';
import { isObject, snakeCase } from '../../src/wire/key-case.ts';
import type { Route } from '../../src/wire/routes.ts';
import type { Contract } from './endpoint.ts';
import { ENDPOINT_ROUTES, type EndpointRoute } from './routes.ts';

/** Where the document is served, without a token: it has no data. */
export const OPENAPI_PATH = '/openapi.json';

/** The version of the API, not of the package. */
const API_VERSION = '1.0.0';

const wireError = v.object({
  message: v.string(),
  code: v.optional(v.string()),
  details: v.optional(v.looseObject({})),
});

/** Creates the OpenAPI 3.1 document of the service, from its routes and the schemas that check requests and responses. */
export function createOpenApi(serverUrl: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const endpointRoute of ENDPOINT_ROUTES) {
    const { method, path } = endpointRoute.route;
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(endpointRoute) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kerbside reference service',
      version: API_VERSION,
      description:
        'Vehicle inspections. Besides the fields below, the service accepts fields of other clients, stores them and returns them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: toWireSchema(wireError) },
    },
  };
}

function toOperation({ name, route, endpoint, contract }: EndpointRoute): JsonObject {
  return {
    operationId: name,
    summary: contract.summary,
    // A signed link needs no token.
    ...(endpoint.allowsSignedLink && { security: [{ token: [] }, {}] }),
    parameters: [...toPathParameters(route), ...toQueryParameters(route, contract)],
    ...(contract.body && { requestBody: toRequestBody(contract.body, contract) }),
    responses: {
      200: { description: 'Success', content: toContent(contract.response) },
      default: {
        description: 'An error, with its code',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function toPathParameters({ path }: Route): JsonObject[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

const QUERY_TYPES = { text: 'string', number: 'number', boolean: 'boolean' } as const;

/** The route names the parameters and their types. The schema adds values and limits. */
function toQueryParameters({ query = {} }: Route, contract: Contract): JsonObject[] {
  const { properties = {} } = contract.query ? toWireSchema(contract.query) : {};
  return Object.entries(query).map(([name, type]) => ({
    name,
    in: 'query',
    schema:
      isObject(properties) && isObject(properties[name]) ? properties[name] : { type: QUERY_TYPES[type] },
  }));
}

function toRequestBody(body: v.GenericSchema, { file }: Contract): JsonObject {
  const schema = toWireSchema(body);
  return {
    content: {
      'application/json': { schema },
      ...(file !== undefined && {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { [JSON_PART]: schema, [file]: { type: 'string', format: 'binary' } },
          },
          encoding: { [JSON_PART]: { contentType: 'application/json' } },
        },
      }),
    },
  };
}

function toContent(response: Contract['response']): JsonObject {
  if (typeof response === 'string') return { [response]: { schema: { type: 'string', format: 'binary' } } };
  return { 'application/json': { schema: toWireSchema(response) } };
}

/** Converts a schema with keys in camelCase to JSON Schema with the keys of the wire. */
function toWireSchema(schema: v.GenericSchema): JsonObject {
  const converted = toJsonSchema(schema, { target: 'draft-2020-12', errorMode: 'ignore' });
  const { $schema: _dialect, ...rest } = rename(converted);
  return rest;
}

function rename(schema: JsonSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'properties' && isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [snakeCase(name), member]));
    if (key === 'required' && Array.isArray(value)) return value.map((name) => snakeCase(String(name)));
    // `maxLength` of a list limits its items.
    if (isObject(value) && value.type === 'array' && 'maxLength' in value) {
      const { maxLength, ...list } = value;
      return { ...list, maxItems: maxLength };
    }
    return value;
  });
}
