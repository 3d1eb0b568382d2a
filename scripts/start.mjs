// npm start: the app, and the reference service beside it. PORT chooses the port; the next free one is taken when it
// is in use. HTTPS_CERT and HTTPS_KEY name the files of a certificate, for phones. DATA names the folder for the built app
// and the service's database; .data if left out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root } from './run.mjs';

// Not Vite's own: the app's service worker would stay behind at the address of other projects.
const DEFAULT_PORT = 5417;

if (!ensureDependencies()) process.exit(1);
const { register } = await import('tsx/esm/api');
register(); // the service and its part of the server are TypeScript

console.log('Building the app and starting its service (a few seconds)…');
const { DATA = join(root, '.data'), HTTPS_CERT, HTTPS_KEY, PORT } = process.env;
const https =
  HTTPS_CERT && HTTPS_KEY ? { cert: readFileSync(HTTPS_CERT), key: readFileSync(HTTPS_KEY) } : undefined;
const { startService } = await import('../server/index.ts');
const service = await startService({ data: join(DATA, 'service') });
const { buildAndServe } = await import('../demo/serve.mjs');
const app = await buildAndServe({
  port: Number(PORT ?? DEFAULT_PORT),
  outDir: join(DATA, 'demo'),
  everywhere: true,
  ...(https && { https }),
  service: { url: service.url, token: () => service.tokenFor({ id: 'inspector' }) },
});
const { sayWhere } = await import('./say-where.mjs');
console.log(await sayWhere({ ...app, isSecure: https !== undefined }));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await app.close();
    await service.close();
    process.exit();
  });
}
