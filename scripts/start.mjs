// npm start: the demo on localhost. PORT chooses the port; the next free one is taken when it is in use.
import { ensureDependencies } from './ensure-dependencies.mjs';

// Not Vite's own: the demo's service worker would stay behind at the address of other projects.
const DEFAULT_PORT = 5417;

if (!ensureDependencies()) process.exit(1);
console.log('Building the demo (a few seconds)…');
const { buildAndServe } = await import('../demo/serve.mjs');
const server = await buildAndServe({ port: Number(process.env.PORT ?? DEFAULT_PORT) });
console.log(`Kerbside is at ${server.url} (Ctrl-C stops it)`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await server.close();
    process.exit();
  });
}
