import type { TaskName } from '../../../src/domain/enums.ts';
import { detectCapabilities } from '../../../src/inference/engines/capabilities.ts';
import { thisDevice } from '../../lib/page/device.ts';
import type { EnginesResult } from '../result.ts';
import { measureAgreement } from './measure-agreement.ts';
import { measureAuto, measureCommit, openAuto } from './measure-auto.ts';
import { measureTask } from './measure-task.ts';
import { type BenchPhoto, fetchPhotos } from './photos.ts';
import { listWays } from './ways.ts';

/** Measures all engines of this browser as soon as the page is open, and posts the result to `/result`. */

const TASKS: readonly TaskName[] = ['damage_detection', 'wheel_analysis', 'images_ocr'];
const query = new URLSearchParams(location.search);
const rounds = Number(query.get('rounds') ?? 12);
/** No part starts later, for machines that are available for minutes only. */
const seconds = Number(query.get('seconds') ?? Number.POSITIVE_INFINITY);

/** How many photos the tasks of the second measurement have. */
const together = Number(query.get('together') ?? 0);

/** How long each way detects on the photos that are compared. */
const compareSeconds = Number(query.get('compare') ?? 20);

/** Only these ways are timed. The others take part in the comparison of detections. By default, all are. */
const timedWays = query.get('ways')?.split(';');

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
  const ways = listWays(capabilities, threadCounts);
  const photos = await fetchPhotos();
  const timed = photos.filter(({ onlyCompared }) => !onlyCompared);
  const [first] = timed;
  if (!first) throw new Error('photos/index.json lists no photo');
  const tasks = TASKS.filter((task) => timed.some((photo) => photo.task === task));
  const noAuto = { firstPreloadMs: 0, nextPreloadMs: 0, firstPhotoMs: 0, choices: [] };
  const auto = await part('auto', () => measureAuto(tasks, first.image), noAuto);
  const inference = openAuto();
  await inference.preload(tasks);
  const results: EnginesResult['tasks'] = [];
  // Without a pause in between: a worker that has nothing to do ends after 30 s.
  for (const task of tasks) {
    const own = timed.filter((photo) => photo.task === task);
    for (const sameSize of groupBySize(own)) {
      const options = {
        task,
        photos: sameSize,
        ways: ways.filter(({ name: way }) => timedWays?.includes(way) ?? true),
        auto: inference.analyzer,
        rounds,
        together,
        onSkipped,
      };
      const size = `${sameSize[0]?.width} × ${sameSize[0]?.height}`;
      const measured = await part(`${task}, ${size}`, () => measureTask(options), undefined);
      if (measured) results.push(measured);
    }
  }
  const commitMs = await part('commit', () => measureCommit(inference.analyzer, first.image), 0);
  await inference.close();
  const cars = photos.filter(({ task }) => task !== 'images_ocr');
  const compare = () => measureAgreement(ways, cars, compareSeconds, onSkipped);
  const agreements = await part('agreement', compare, []);
  const at = new Date().toISOString();
  return {
    at,
    device,
    tasks: results,
    auto,
    commitMs,
    agreements,
    skipped,
  };
}

function groupBySize(photos: readonly BenchPhoto[]): BenchPhoto[][] {
  const groups = new Map<string, BenchPhoto[]>();
  for (const photo of photos) {
    const size = `${photo.width} × ${photo.height}`;
    groups.set(size, [...(groups.get(size) ?? []), photo]);
  }
  return [...groups.values()];
}

measureAll().then(
  (result) => post({ done: true, result }),
  (error: unknown) => post({ done: true, failed: error instanceof Error ? error.stack : String(error) }),
);
