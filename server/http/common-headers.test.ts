import { Hono } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { describe, expect, it } from 'vitest';
import { API_HEADERS, addCommonHeaders, PAGE_HEADERS, respondWithJson } from './common-headers.ts';

const toLowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('common headers', () => {
  it.each([
    [
      API_HEADERS,
      {
        contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
        crossOriginResourcePolicy: 'cross-origin',
      },
    ],
    [
      PAGE_HEADERS,
      {
        contentSecurityPolicy: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'blob:'],
          connectSrc: ["'self'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
    ],
  ])('are those that Hono recommends', async (headers, options) => {
    const app = new Hono().use(secureHeaders(options)).get('/', (context) => context.body(null));
    const response = await app.request('/');
    expect(Object.fromEntries(response.headers)).toEqual(toLowerCase(headers));
  });

  it('are in every response, also in errors and in those of `respondWithJson`', async () => {
    const app = new Hono()
      .use(addCommonHeaders(({ req }) => ({ ...API_HEADERS, 'X-Path': req.path })))
      .get('/json', (context) => respondWithJson(context, { id: '7' }))
      .get('/own', () => new Response('own', { headers: { 'X-Own': 'yes', 'X-Frame-Options': 'ALLOW' } }))
      .get('/fails', () => {
        throw new Error('failed');
      })
      .onError((_, context) => context.json({}, 500));
    for (const path of ['/json', '/own', '/fails', '/nothing']) {
      const { headers } = await app.request(path);
      expect(Object.fromEntries(headers)).toMatchObject(toLowerCase({ ...API_HEADERS, 'X-Path': path }));
    }
    const json = await app.request('/json');
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(await json.json()).toEqual({ id: '7' });
    expect((await app.request('/own')).headers.get('x-own')).toBe('yes');
  });
});
