import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { limitRequests } from './limit-requests.ts';

it('responds 503 with Retry-After while too many requests are handled, and not after one has ended or failed', async () => {
  const app = new Hono().use(limitRequests(2));
  const ends: (() => void)[] = [];
  app.get('/:outcome', async (context) => {
    await new Promise<void>((resolve) => ends.push(resolve));
    if (context.req.param('outcome') === 'failed') throw new Error('failed');
    return context.body(null);
  });
  app.onError((_, context) => context.body(null, 500));
  const send = async (path: string) => app.request(path);
  const [first, second] = [send('/done'), send('/failed')];
  const third = await send('/done');
  expect([third.status, third.headers.get('retry-after')]).toEqual([503, '5']);
  for (const end of ends.splice(0)) end();
  expect([(await first).status, (await second).status]).toEqual([200, 500]);
  const later = [send('/done'), send('/done')];
  for (const end of ends.splice(0)) end();
  expect((await Promise.all(later)).map(({ status }) => status)).toEqual([200, 200]);
});
