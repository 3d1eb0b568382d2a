// npm run bench -- sizes: the script that a browser loads for an app that only records and syncs, built by Vite, used
// against the reference service. Every file counts as a whole, compressed by itself, as a server sends it.
import { startService } from '../../server/index.ts';
import { startChromium } from '../../test/e2e/serve.ts';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import { finish } from '../lib/report.ts';
import { atMost, row } from '../lib/row.ts';
import { table } from '../lib/table.ts';
import { measureParts } from './parts.ts';
import { startUsage, type Usage } from './script-usage.ts';
import { type BuiltApp, buildApp, listFirstFiles, serveApp } from './serve-app.ts';

interface Stage {
  stage: string;
  usage: Usage;
}

const app = await buildApp();
const { stages, browser } = await measure(app);
for (const { stage, usage } of stages) {
  console.log(
    `${stage}: ${usage.files.length} files, ${(100 * usage.ranShare).toFixed(0)} % of the code ran`,
  );
  const lines = usage.files.map(({ name, gzipBytes, ranShare }) => [
    name,
    `${gzipBytes}`,
    `${(100 * ranShare).toFixed(0)} %`,
  ]);
  console.log(table(['file', 'bytes, gzip', 'ran'], lines));
}
printParts();
const kilobytes = (bytes: number) => ({ figure: bytes / 1000, unit: 'kB' });
finish({
  bench: 'sizes',
  browser,
  rows: [
    row('before it can record', kilobytes(sumFirstBytes(app))),
    ...stages.map(({ stage, usage }, nth) =>
      row(stage, kilobytes(usage.gzipBytes), nth === stages.length - 1 ? atMost(30, 'kB') : undefined),
    ),
    row('of it, the code that ran, in one file', kilobytes(stages.at(-1)?.usage.ranGzipBytes ?? 0)),
  ],
  details: { stages },
});

/** Prints what the script is for, before the app can record and at the end. */
function printParts() {
  const first = measureParts(app, listFirstFiles(app));
  const all = measureParts(app, stages.at(-1)?.usage.files.map(({ name }) => name) ?? []);
  const format = (bytes = 0) => (bytes / 1000).toFixed(1);
  const lines = [...all].map(([part, bytes]) => [part, format(first.get(part)), format(bytes)]);
  console.log(table(['part', 'before it can record, kB', 'at the end, kB'], lines));
}

function sumFirstBytes(built: BuiltApp): number {
  return listFirstFiles(built).reduce((sum, name) => sum + (built[name]?.gzipBytes ?? 0), 0);
}

/** Uses the app as a person would, and measures what the browser has loaded after each step. */
async function measure(built: BuiltApp): Promise<{ stages: Stage[]; browser: string }> {
  const service = await startService({
    analyzer: { analyze: async () => ({ createdBy: { model: 'none', version: '1', engine: 'none' } }) },
  });
  const served = await serveApp(built);
  const browser = await startChromium();
  const stages: Stage[] = [];
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    const usage = await startUsage(page, served.files);
    const measureStage = async (stage: string) => stages.push({ stage, usage: await usage.read() });
    await page.goto(served.url);
    await page.waitForFunction(() => 'recordingApp' in window);
    const token = await service.tokenFor({ id: 'ann' });
    await page.evaluate((session) => window.recordingApp.open(session), {
      baseUrl: service.url,
      userId: 'ann',
      token,
    });
    await page.context().setOffline(true);
    const photo = [...(await jpegPhoto({ seed: 4, width: 640, height: 480 }))];
    const id = await page.evaluate((picture) => window.recordingApp.record(picture), photo);
    await page.evaluate((one) => window.recordingApp.read(one), id);
    await measureStage('recorded offline and read back');
    await page.context().setOffline(false);
    await page.evaluate(() => window.recordingApp.send());
    await measureStage('sent');
    await page.evaluate((one) => window.recordingApp.receive(one), id);
    await page.evaluate((one) => window.recordingApp.read(one), id);
    await measureStage('result of the service read back');
    return { stages, browser: browser.version() };
  } finally {
    await browser.close();
    await Promise.all([served.close(), service.close()]);
  }
}
