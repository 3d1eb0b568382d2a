import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { kerbside } from './index.ts';

test.each(['/', '/app/'])('a page can register sw.js in development, with the base %s', async (base) => {
  const server = await createServer({
    configFile: false,
    base,
    logLevel: 'silent',
    plugins: [kerbside({ serviceWorker: true, models: false })],
    server: { port: 0, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const response = await fetch(new URL('sw.js', server.resolvedUrls?.local[0]));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/javascript');
  expect(await response.text()).not.toContain('<');
});
