import type { TaskName } from '../../../src/domain/enums.ts';
import { detectCapabilities } from '../../../src/inference/engines/capabilities.ts';
import { thisDevice } from '../../phone/page/device.ts';
import type { EnginesResult } from '../result.ts';
import { measureAgreement } from './measure-agreement.ts';
import { measureAuto, measureCommit, openAuto } from './measure-auto.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureTask } from './measure-task.ts';
import { measureWebgpuSteps } from './measure-webgpu-steps.ts';
import { fetchPhotos } from './photos.ts';
import { listWays } from './ways.ts';

/** Measures all engines of this browser as soon as the page is open, and posts the result to `/result`. */

const TASKS: readonly TaskName[] = ['damage_detection', 'wheel_analysis', 'images_ocr'];
const query = new URLSearchParams(location.search);
const rounds = Number(query.get('rounds') ?? 12);
/** On a machine that is lent for minutes. No part starts later. */
const seconds = Number(query.get('seconds') ?? Number.POSITIVE_INFINITY);

/** How many photos each GPU analyzes while its memory is measured. */
const growthPhotos = Number(query.get('growth') ?? 0);

/** How long each way detects on the photos that are compared. */
const compareSeconds = Number(query.get('compare') ?? 20);

const skipped: string[] = [];
const onSkipped = (reason: string) => void skipped.push(reason);

const post = (body: object) => fetch('/result', { method: 'POST', body: JSON.stringify(body) });

/** Measures one part, if there is time. If it fails, the others are still measured. */
async function part<T>(name: string, measure: () => Promise<T>, otherwise: T): Promise<T> {
  const start = performance.now();
  if (start > 1_000 * seconds) {
    onSkipped(`${name}: no time left`);
    return otherwise;
  }
  try {
    const value = await measure();
    await post({ part: name, seconds: (performance.now() - start) / 1000, value });
    return value;
  } catch (error) {
    onSkipped(`${name}: ${error instanceof Error ? error.message : error}`);
    return otherwise;
  }
}

async function measureAll(): Promise<EnginesResult> {
  const capabilities = await detectCapabilities();
  const { name, system, browser, cores } = await thisDevice();
  const { webgpu, webgl2 } = capabilities;
  const device = {
    name: `${name}, ${system}`,
    browser,
    cores,
    ...(webgpu && { webgpu: `${webgpu.adapter}${webgpu.isFallback ? ' (software)' : ''}` }),
    ...(webgl2 && { webgl2: webgl2.renderer }),
  };
  await post({ part: 'device', value: { device, capabilities } });
  const threadCounts = (query.get('threads') ?? '1,2,4').split(',').map(Number);
  const ways = listWays(capabilities, query.get('models'), threadCounts);
  const photos = await fetchPhotos();
  const timed = photos.filter(({ onlyCompared }) => !onlyCompared);
  const [first] = timed;
  if (!first) throw new Error('photos/index.json lists no photo');
  const tasks = TASKS.filter((task) => timed.some((photo) => photo.task === task));
  const noAuto = { firstPreloadMs: 0, nextPreloadMs: 0, firstPhotoMs: 0, choices: [] };
  const auto = await part('auto', () => measureAuto(tasks, first.image), noAuto);
  const isReal = webgpu && !webgpu.isFallback;
  let webgpuSteps: EnginesResult['webgpuSteps'] | undefined;
  const cars = photos.filter(({ task }) => task !== 'images_ocr');
  const inference = openAuto();
  await inference.preload(tasks);
  let agreements: EnginesResult['agreements'] | undefined;
  let commitMs: number | undefined;
  let growth: EnginesResult['growth'];
  const webgpuWay = ways.find(({ engine }) => engine === 'webgpu');
  const tfjsWay = ways.find(({ engine }) => engine === 'tfjs');
  const results: EnginesResult['tasks'] = [];
  for (const task of tasks) {
    const own = timed.filter((photo) => photo.task === task);
    const sizes = new Set(own.map(({ width, height }) => `${width} × ${height}`));
    for (const size of sizes) {
      const sameSize = own.filter(({ width, height }) => `${width} × ${height}` === size);
      const options = {
        task,
        photos: sameSize,
        ways: ways.filter(({ otherModels }) => !otherModels),
        auto: inference.analyzer,
        rounds,
        onSkipped,
      };
      const measured = await part(`${task}, ${size}`, () => measureTask(options), undefined);
      if (measured) results.push(measured);
      // After the first task: if the time ends, the most important figures are known.
      if (isReal) webgpuSteps ??= await part('webgpu steps', () => measureWebgpuSteps(first), []);
      commitMs ??= await part('commit', () => measureCommit(inference.analyzer, first.image), 0);
      if (webgpuWay && growthPhotos > 0)
        growth ??= await part(
          'growth',
          async () => [await measureGrowth(webgpuWay, sameSize, growthPhotos)],
          [],
        );
      agreements ??= await part(
        'agreement',
        () => measureAgreement(ways, cars, compareSeconds, onSkipped),
        [],
      );
    }
  }
  inference.close();
  if (tfjsWay && growthPhotos > 0) {
    // One small model: tfjs takes several times as long as the others.
    const measure = async () => [await measureGrowth(tfjsWay, timed, growthPhotos, 'wheels')];
    growth = [...(growth ?? []), ...(await part('growth on WebGL2', measure, []))];
  }
  const at = new Date().toISOString();
  return {
    at,
    device,
    tasks: results,
    auto,
    commitMs: commitMs ?? 0,
    agreements: agreements ?? [],
    webgpuSteps: webgpuSteps ?? [],
    ...(growth && { growth }),
    skipped,
  };
}

measureAll().then(
  (result) => post({ done: true, result }),
  (error: unknown) => post({ done: true, failed: error instanceof Error ? error.stack : String(error) }),
);
