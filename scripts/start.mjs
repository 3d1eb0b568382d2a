// npm start: the app, and the reference service beside it. PORT chooses the port, and the one after it is for phones,
// over https; the next free ones are taken when they are in use. HTTPS_CERT and HTTPS_KEY name the files of a certificate.
// DATA names the folder for the built app and the service's database; by default .data.
// MODELS names another folder of models, such as one that npm run train has written.
import { join } from 'node:path';
import { findDataFolder } from './data-folder.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { quotePath } from './run.mjs';

// Not Vite's own: the app's service worker would stay behind at the address of other projects.
const DEFAULT_PORT = 5417;

const folder = findDataFolder(process.env.DATA);
if (!ensureDependencies('app')) process.exit(1);
const { register } = await import('tsx/esm/api');
register(); // the service and its part of the server are TypeScript

console.log('Building the app and starting its service (a few seconds)…');
const { PORT } = process.env;
const { createCertificate, readCertificate } = await import('./phone/certificate.ts');
const certificate = readCertificate(process.env);
const { startService } = await import('../server/index.ts');
const { buildDemo, serveBuilt } = await import('../demo/serve.ts');
const { buildFleet } = await import('./build-fleet.mjs');
const outDir = join(folder, 'demo');
const fleet = join(folder, 'fleet');
const { updateWorkers } = await import('./build-workers.mjs');
const { RUNTIMES } = await import('../src/inference/files/runtime-files.ts');
await updateWorkers(RUNTIMES); // the app copies them
await Promise.all([buildDemo(outDir), buildFleet(fleet)]);
const data = join(folder, 'service');
const { renderReport } = await import('../src/node/report/render-report.ts');
const service = await startService({ data, fleet, renderReport });
const app = await serveBuilt({
  port: Number(PORT ?? DEFAULT_PORT),
  outDir,
  everywhere: true,
  phones: certificate ?? createCertificate(),
  service: { url: service.url, token: () => service.tokenFor({ id: 'inspector' }) },
});
const { formatPhoneInstructions } = await import('./phone/phone-instructions.ts');
const limitation = 'Until it trusts the certificate, the app does not work offline there.';
console.log(`Kerbside is at ${app.url} (Ctrl-C stops it)\n`);
console.log(await formatPhoneInstructions({ ...app, isTrusted: certificate !== undefined, limitation }));
console.log(
  `\nThe head office is at ${app.url}fleet/. Its token: npx kerbside token --user inspector --data ${quotePath(data)}`,
);
console.log('\nWhoever reaches these addresses can use the app and its service: this is for development.');

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await app.close();
    await service.close();
    process.exit();
  });
}
