import { atMost, type Measured, type Row, row } from '../lib/row.ts';
import type { Agreement, EnginesResult, TaskResult } from './result.ts';

/** `auto` may take this much more than the best way. */
const AUTO_LIMIT = 1.05;
/** Everything but the models' runs may take this share of a photo on WASM. */
const OVERHEAD_LIMIT = 0.15;

/** Returns the rows of one device. */
export function createRows(result: EnginesResult, where: string): Row[] {
  const { auto, commitMs } = result;
  return [
    ...result.tasks.flatMap((task) => createTaskRows(task, where)),
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
    row(`${where}: first photo after it`, ms(auto.firstPhotoMs)),
    ...result.agreements.map((agreement) => createAgreementRow(agreement, where)),
  ];
}

/** A way that `auto` can take. It uses the threads that `threadCount` returns, and fp16 only if that is proven. */
function createTaskRows({ task, photo, ways, autoMs, autoEngine }: TaskResult, where: string): Row[] {
  const what = `${where}: ${task}, ${photo}`;
  const best = Math.min(...ways.map(({ photoMs }) => photoMs));
  return [
    ...ways.flatMap(({ way, photoMs, p90, runs, firstMs, steps }) => {
      const models = sumOf(steps, (name) => name.startsWith('model '));
      const others = sumOf(steps, (name) => !name.startsWith('model '));
      const isWasm = way.startsWith('wasm');
      return [
        row(`${what}, ${way}`, { figure: photoMs, p90, unit: 'ms', runs }),
        row(
          `${what}, ${way}: all but the models`,
          { ...ms(others), ratio: others / (models + others) },
          isWasm ? atMost(OVERHEAD_LIMIT) : undefined,
        ),
        row(`${what}, ${way}: first photo`, ms(firstMs)),
      ];
    }),
    row(
      `${what}, auto (${autoEngine}), of the best`,
      { ...ms(autoMs), ratio: autoMs / best },
      atMost(AUTO_LIMIT),
    ),
  ];
}

function createAgreementRow({ model, way, changed, detections, photos }: Agreement, where: string): Row {
  const name = `${where}: ${model} on ${way}, changed of ${detections} detections on ${photos} photos`;
  return row(name, { figure: changed }, atMost(0));
}

/** Formats the steps of every way as lines of text. */
export function describeSteps({ tasks, webgpuSteps }: EnginesResult): string[] {
  const lines = tasks.flatMap(({ task, photo, ways }) =>
    ways.map(({ way, steps }) => `${task}, ${photo}, ${way}: ${formatSteps(steps)}`),
  );
  for (const { model, canvas, wholeMs, uploadMs, runMs, readBackMs, capturedMs, failed } of webgpuSteps) {
    const steps = {
      whole: wholeMs,
      upload: uploadMs,
      run: runMs,
      'read-back': readBackMs,
      captured: capturedMs,
    };
    lines.push(`bare WebGPU, ${model}, ${canvas}: ${formatSteps(steps)}${failed ? `; ${failed}` : ''}`);
  }
  return lines;
}

function formatSteps(steps: Record<string, number | undefined>): string {
  return Object.entries(steps)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value.toFixed(1)}`]))
    .join(', ');
}

function sumOf(steps: Record<string, number>, isCounted: (name: string) => boolean): number {
  return Object.entries(steps).reduce((sum, [name, value]) => (isCounted(name) ? sum + value : sum), 0);
}

function ms(figure: number): Measured {
  return { figure, unit: 'ms' };
}
