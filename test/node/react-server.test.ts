import { createElement as h, Suspense } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import {
  KerbsidePhoto,
  KerbsideProvider,
  KerbsideSync,
  useInspection,
  useInspections,
  useKerbside,
} from '../../src/react/index.ts';

test('a server renders loading states, the fallback of what suspends, and opens nothing', async () => {
  const open = vi.fn();
  const problems: unknown[] = [];
  const List = () => h('p', null, useKerbside() ? 'open' : useInspections({ limit: 5 }).status);
  const Suspending = () => useInspection('a', { suspense: true }).data.inspection.id;
  const app = h(
    KerbsideProvider,
    { open },
    h(List),
    h(Suspense, { fallback: 'waiting' }, h(Suspending)),
    h(KerbsidePhoto, { name: 'left' }),
    h(KerbsideSync),
  );
  const stream = await renderToReadableStream(app, { onError: (error) => void problems.push(error) });
  const html = await new Response(stream).text();
  expect(html).toContain('<p>loading</p>');
  expect(html).toContain('waiting');
  expect(html).not.toContain('kerbside-');
  // Next renders the fallback only for this digest.
  expect(problems).toMatchObject([{ code: 'unsupported', digest: 'BAILOUT_TO_CLIENT_SIDE_RENDERING' }]);
  expect(open).not.toHaveBeenCalled();
});

test('a hook without a provider says what to do', async () => {
  const Lost = () => (useKerbside() ? 'open' : 'closed');
  await expect(renderToReadableStream(h(Lost), { onError() {} })).rejects.toThrow('KerbsideProvider');
});
