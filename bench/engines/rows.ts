import { atMost, type Measured, type Row, row } from '../lib/row.ts';
import { type MeasuredWay, readBudget } from './budget.ts';
import type { Agreement, EnginesResult, TaskResult, TogetherResult } from './result.ts';

/** `auto` may take this much more than the best way. */
const AUTO_LIMIT = 1.05;
/** Everything but the models' runs may take this share of a photo on WASM. */
const OVERHEAD_LIMIT = 0.15;
/** Everything but the models' runs may take this long on a GPU, in milliseconds. */
const GPU_OVERHEAD_LIMIT = 20;
/** A photo of 640 pixels with damages may take this long on a real GPU, and the first one after a warm `preload`, in milliseconds. */
const GPU_PHOTO_LIMIT = 40;
const GPU_FIRST_PHOTO_LIMIT = 300;
/** Returns the rows of one device. */
export function createRows(result: EnginesResult, where: string): Row[] {
  const { auto, commitMs } = result;
  return [
    ...result.tasks.flatMap((task) => createTaskRows(task, where, commitMs)),
    ...auto.choices.flatMap(({ task, engine, photoMs }) =>
      Object.entries(photoMs).map(([name, value]) =>
        row(
          `${where}: models of ${task}, typical photo, ${name}${name === engine ? ' (auto)' : ''}`,
          { ...ms(value), ratio: value / Math.min(...Object.values(photoMs)) },
          name === engine ? atMost(AUTO_LIMIT) : undefined,
        ),
      ),
    ),
    ...(commitMs > 0 ? [row(`${where}: stores the result`, ms(commitMs))] : []),
    row(`${where}: first preload`, ms(auto.firstPreloadMs)),
    row(`${where}: next preload`, ms(auto.nextPreloadMs)),
    ...createPhotoRows(result, where),
    ...result.agreements.map((agreement) => createAgreementRow(agreement, where)),
  ];
}

/** Returns the first photo after `preload`, and the time of a small photo, with targets if a GPU was chosen. */
function createPhotoRows({ auto, tasks }: EnginesResult, where: string): Row[] {
  const hasGpu = auto.choices.some(({ engine }) => engine === 'webgpu');
  const target = (limit: number) => (hasGpu ? atMost(limit, 'ms') : undefined);
  const small = tasks.find(({ task, photo }) => task === 'damage_detection' && photo.startsWith('640'));
  return [
    row(`${where}: first photo after it`, ms(auto.firstPhotoMs), target(GPU_FIRST_PHOTO_LIMIT)),
    ...(small
      ? [row(`${where}: damage_detection, 640, auto`, ms(small.autoMs), target(GPU_PHOTO_LIMIT))]
      : []),
  ];
}

function createTaskRows(result: TaskResult, where: string, commitMs: number): Row[] {
  const { task, photo, ways, autoMs, autoEngine, together } = result;
  const what = `${where}: ${task}, ${photo}`;
  const auto = `auto (${autoEngine}), of the best`;
  return [
    ...ways.flatMap((way) => [
      ...createWayRows(way, what, commitMs),
      row(`${what}, ${way.way}: first photo`, ms(way.firstMs)),
    ]),
    createAutoRow(`${what}, ${auto}`, autoMs, ways),
    ...(together ? createTogetherRows(together, what, auto, commitMs) : []),
  ];
}

function createTogetherRows(
  { photos, ways, autoMs }: TogetherResult,
  what: string,
  auto: string,
  commitMs: number,
): Row[] {
  const many = `${what}, ${photos} in a task`;
  return [
    ...ways.flatMap((way) => createWayRows(way, many, commitMs / photos)),
    createAutoRow(`${many}, ${auto}`, autoMs, ways),
  ];
}

function createWayRows(measured: MeasuredWay, what: string, commitMs: number): Row[] {
  const { way, engine, photoMs, p90, runs } = measured;
  const { models, others } = readBudget(measured, commitMs);
  const name = `${what}, ${way}: all but the models`;
  return [
    row(`${what}, ${way}`, { figure: photoMs, p90, unit: 'ms', runs }),
    engine === 'wasm'
      ? row(name, { ...ms(others), ratio: others / (models + others) }, atMost(OVERHEAD_LIMIT))
      : row(name, ms(others), atMost(GPU_OVERHEAD_LIMIT, 'ms')),
  ];
}

function createAutoRow(name: string, autoMs: number, ways: readonly MeasuredWay[]): Row {
  const possible = ways.filter(({ isExperiment }) => !isExperiment);
  const best = Math.min(...possible.map(({ photoMs }) => photoMs));
  return row(name, { ...ms(autoMs), ratio: autoMs / best }, atMost(AUTO_LIMIT));
}

function createAgreementRow({ model, way, changed, detections, photos }: Agreement, where: string): Row {
  const name = `${where}: ${model} on ${way}, changed of ${detections} detections on ${photos} photos`;
  return row(name, { figure: changed }, atMost(0));
}

function ms(figure: number): Measured {
  return { figure, unit: 'ms' };
}
