import { table } from '../lib/table.ts';
import { GPU_STEPS } from '../lib/workers/step-times.ts';
import type { EnginesResult, TogetherResult } from './result.ts';

/** A way and the median of each step of a photo. */
export type MeasuredWay = TogetherResult['ways'][number];

/** What the time of a photo is spent on, in milliseconds. */
export interface Budget {
  /** The runs of the models. */
  models: number;
  /** Everything else: decoding, layout, interpretation, messages and the commit. */
  others: number;
}

/**
 * Adds up the steps of a photo.
 *
 * @param commitMs The commit of the result, per photo.
 */
export function readBudget({ steps }: MeasuredWay, commitMs: number): Budget {
  const { decode, layout, models, interpret, messages, inRuns } = steps;
  // A GPU lays photos out during the runs, but not for the models.
  const layoutInRuns = inRuns['upload and layout'] ?? 0;
  return {
    models: Object.values(models).reduce((sum, ms) => sum + ms, 0) - layoutInRuns,
    others: decode + layout + interpret + messages + layoutInRuns + commitMs,
  };
}

/**
 * Formats a table for each task and size of a photo: a line for every way, a column for every step. In parentheses: parts
 * of the models' runs.
 */
export function formatBudgets({ tasks, commitMs }: EnginesResult): string[] {
  return tasks.flatMap(({ task, photo, ways, together }) => [
    `${task}, ${photo}\n${formatBudget(ways, commitMs)}`,
    ...(together
      ? [
          `${task}, ${photo}, ${together.photos} in a task\n${formatBudget(together.ways, commitMs / together.photos)}`,
        ]
      : []),
  ]);
}

function formatBudget(ways: readonly MeasuredWay[], commitMs: number): string {
  const names = [...new Set(ways.flatMap(({ steps }) => Object.keys(steps.models)))];
  const gpuSteps = GPU_STEPS.filter((step) => ways.some(({ steps }) => steps.inRuns[step] !== undefined));
  const head = [
    'ms per photo',
    'decode',
    'layout',
    ...names,
    'interpret',
    'messages',
    'commit',
    'all',
    'not models',
    '%',
    ...gpuSteps.map((step) => `(${step})`),
  ];
  const lines = ways.map((measured) => {
    const { way, steps } = measured;
    const { models, others } = readBudget(measured, commitMs);
    const times = [
      steps.decode,
      steps.layout,
      ...names.map((name) => steps.models[name]),
      steps.interpret,
      steps.messages,
      commitMs,
      models + others,
      others,
    ];
    return [
      way,
      ...times.map(formatMs),
      ((100 * others) / (models + others)).toFixed(0),
      ...gpuSteps.map((step) => formatMs(steps.inRuns[step])),
    ];
  });
  return table(head, lines);
}

function formatMs(ms: number | undefined): string {
  return ms === undefined ? '' : ms.toFixed(1);
}
