// npm start: the demo on localhost. PORT chooses the port; the next free one is taken when it is in use.
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root } from './run.mjs';

if (!ensureDependencies()) process.exit(1);
const { createServer } = await import('vite');

const server = await createServer({
  root: join(root, 'demo'),
  configFile: join(root, 'demo/vite.config.ts'),
  logLevel: 'warn',
  server: { port: Number(process.env.PORT ?? 5173) },
});
await server.listen();
console.log(`Kerbside is at ${server.resolvedUrls?.local[0]} (Ctrl-C stops it)`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await server.close();
    process.exit();
  });
}
