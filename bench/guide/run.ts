// npm run bench -- guide: live guidance over the fake camera of Chromium, with the shipped part model on two WASM threads.
//
// KERBSIDE_GUIDE_SECONDS=600 measures for ten minutes. The default is one minute.
import type { Browser } from 'playwright';
import { launch } from '../../test/e2e/pages/field-browser.ts';
import { pretendCores } from '../../test/e2e/pages/pretend-cores.ts';
import { processMemory } from '../../test/e2e/pages/process-memory.ts';
import { mainThreadTasks } from '../../test/e2e/pages/trace.ts';
import { serveModules } from '../../test/e2e/serve.ts';
import { makeCarVideo } from '../../test/fixtures/turning-car/video.ts';
import { finish } from '../lib/report.ts';
import { atLeast, atMost, row } from '../lib/row.ts';

const seconds = Number(process.env.KERBSIDE_GUIDE_SECONDS ?? 60);
const TRACED_SECONDS = 10;
const SAMPLES = 6;
/** A camera of a phone, at a size that the renderer of the car draws in seconds. */
const SIZE = { width: 1280, height: 960 };
const MIB = 2 ** 20;

const video = await makeCarVideo(
  [90, 92, 94, 92].map((angle) => ({ angle, distance: 4.9, ...SIZE })),
  'y4m',
  10,
);
const served = await serveModules();
const browser = await launch(
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${video}`,
);
try {
  const page = await browser.newPage();
  await pretendCores(page, 3); // one is left to the page
  await page.goto(`${served.url}/page?module=/test/e2e/pages/guide-page.ts`);
  await page.waitForFunction(() => 'guidePage' in window);
  // The camera shows another side: no photo ends the measurement.
  await page.evaluate(() => window.guidePage.start([{ kind: 'viewpoint', id: 'front' }]));
  const readFrames = () => page.evaluate(() => window.guidePage.readFrames());
  const wait = (ms: number) => page.waitForTimeout(ms);
  while ((await readFrames()) < 20) await wait(500); // the model is loaded and compiled

  const tasks = await mainThreadTasks(browser, page, () => wait(TRACED_SECONDS * 1000));
  const longest = Math.max(...tasks.map(({ byTheClock }) => byTheClock));
  const busiest = Math.max(...tasks.map(({ processor }) => processor));

  const memory: number[] = [];
  const start = performance.now();
  const processorBefore = await readProcessorMs(browser);
  const before = await readFrames();
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    await wait((seconds * 1000) / SAMPLES);
    memory.push(((await processMemory(browser, 'renderer'))?.now() ?? 0) / MIB);
  }
  const frames = (await readFrames()) - before;
  const perSecond = frames / ((performance.now() - start) / 1000);
  // Other programs on the machine do not change it, unlike the rate.
  const processorMs = (await readProcessorMs(browser)) - processorBefore;
  // The first sample is of the warm-up: the collector of the worker waits for garbage.
  const growth = Math.max(0, (memory.at(-1) ?? 0) - (memory[1] ?? 0));
  console.log(
    `${frames} frames in ${seconds} s; memory of the page and its workers in MiB: ${memory.map(Math.round)}`,
  );
  finish({
    bench: 'guide',
    browser: browser.version(),
    rows: [
      row('frames per second, 2 WASM threads', { figure: perSecond }, atLeast(5)),
      row('processor time of a frame, all threads of the page', { figure: processorMs / frames, unit: 'ms' }),
      row(`longest task of the page, ${TRACED_SECONDS} s`, { figure: longest, unit: 'ms' }, atMost(50, 'ms')),
      row('the same, processor time', { figure: busiest, unit: 'ms' }, atMost(50, 'ms')),
      row(
        `memory, growth over ${seconds} s, without the first third`,
        { figure: growth, unit: 'MiB' },
        atMost(20, 'MiB'),
      ),
    ],
    details: { seconds, frames, memory },
  });
} finally {
  await browser.close();
  await served.close();
}

/** Returns the processor time of the pages of a browser and their workers so far. */
async function readProcessorMs(of: Browser): Promise<number> {
  const devtools = await of.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return 1000 * pages.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
