// npm run bench:phone: a page to open on a phone. It measures the models there; what it finds comes back here and is
// kept in bench/results/. PORT chooses the port, HTTPS_CERT and HTTPS_KEY name the files of a certificate.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root } from './run.mjs';

const DEFAULT_PORT = 5427;

if (!ensureDependencies()) process.exit(1);
const { register } = await import('tsx/esm/api');
register(); // what follows is TypeScript

console.log('Building the page (a few seconds)…');
const { HTTPS_CERT, HTTPS_KEY, PORT } = process.env;
const certificate =
  HTTPS_CERT && HTTPS_KEY
    ? { cert: readFileSync(HTTPS_CERT, 'utf8'), key: readFileSync(HTTPS_KEY, 'utf8') }
    : undefined;
const { servePhoneBench } = await import('../bench/phone/server/serve.ts');
const { deviceTable } = await import('../bench/phone/server/device-table.ts');
const bench = await servePhoneBench({
  port: Number(PORT ?? DEFAULT_PORT),
  results: join(root, 'bench/results'),
  network: certificate ?? true,
  onKept: (result, file, all) =>
    console.log(`\n${result.device.name} has sent bench/results/${file}\n\n${deviceTable(all)}\n`),
});
const { sayWhere } = await import('../bench/phone/server/say-where.ts');
console.log(await sayWhere(bench, certificate !== undefined));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await bench.close();
    process.exit();
  });
}
