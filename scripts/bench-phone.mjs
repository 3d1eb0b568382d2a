// npm run bench:phone: a page to open on a phone. It measures the models there; what it finds comes back here and is
// kept in bench/results/. PORT chooses the port, HTTPS_CERT and HTTPS_KEY name the files of a certificate.
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root } from './run.mjs';

const DEFAULT_PORT = 5427;

if (!ensureDependencies()) process.exit(1);
const { register } = await import('tsx/esm/api');
register(); // what follows is TypeScript

console.log('Building the page (a few seconds)…');
const { readCertificate: namedCertificate, createCertificate: ownCertificate } = await import(
  './phone/certificate.ts'
);
const named = namedCertificate(process.env);
const { servePhoneBench } = await import('../bench/phone/server/serve.ts');
const { deviceTable } = await import('../bench/phone/server/device-table.ts');
const bench = await servePhoneBench({
  port: Number(process.env.PORT ?? DEFAULT_PORT),
  results: join(root, 'bench/results'),
  phones: named ?? ownCertificate(),
  onKept: (result, file, all) =>
    console.log(`\n${result.device.name} has sent bench/results/${file}\n\n${deviceTable(all)}\n`),
});
const { formatPhoneInstructions: sayWhere } = await import('./phone/phone-instructions.ts');
console.log(`On this computer: ${bench.url} (Ctrl-C stops it)`);
console.log(await sayWhere({ ...bench, isTrusted: named !== undefined }));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await bench.close();
    process.exit();
  });
}
