// npm run bench:phone: serves a page to open on a phone. It measures the models there and sends the results back, which
// are stored in bench/results/. PORT sets the port, HTTPS_CERT and HTTPS_KEY the files of a certificate.
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root } from './run.mjs';

const DEFAULT_PORT = 5427;

if (!ensureDependencies()) process.exit(1);
const { register } = await import('tsx/esm/api');
register(); // the imports below are TypeScript

console.log('Building the page (a few seconds)…');
const { createCertificate, readCertificate } = await import('./phone/certificate.ts');
const certificate = readCertificate(process.env);
const { servePhoneBench } = await import('../bench/phone/server/serve.ts');
const { deviceTable } = await import('../bench/phone/server/device-table.ts');
const bench = await servePhoneBench({
  port: Number(process.env.PORT ?? DEFAULT_PORT),
  results: join(root, 'bench/results'),
  phones: certificate ?? createCertificate(),
  onKept: (result, file, all) =>
    console.log(`\n${result.device.name} sent bench/results/${file}\n\n${deviceTable(all)}\n`),
});
const { formatPhoneInstructions } = await import('./phone/phone-instructions.ts');
console.log(`On this computer: ${bench.url} (Ctrl-C stops it)`);
console.log(await formatPhoneInstructions({ ...bench, isTrusted: certificate !== undefined }));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await bench.close();
    process.exit();
  });
}
