import { table } from '../lib/table.ts';
import type { EnginesResult, TogetherResult } from './result.ts';

/** A way and the median of each step of a photo. */
export type MeasuredWay = TogetherResult['ways'][number];

const MODEL = 'model ';
const IN_RUNS = 'in the runs: ';
const LAYOUT_IN_RUNS = `${IN_RUNS}upload and layout`;
const isModel = (step: string) => step.startsWith(MODEL);
const isInRuns = (step: string) => step.startsWith(IN_RUNS);

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
  const sumOf = (isCounted: (step: string) => boolean) =>
    Object.entries(steps).reduce((sum, [step, ms]) => (isCounted(step) ? sum + ms : sum), 0);
  // A GPU lays photos out during the runs, but not for the models.
  const layout = steps[LAYOUT_IN_RUNS] ?? 0;
  return {
    models: sumOf(isModel) - layout,
    others: sumOf((step) => !isModel(step) && !isInRuns(step)) + layout + commitMs,
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
  const steps = [...new Set(ways.flatMap((way) => Object.keys(way.steps)))];
  const inRuns = steps.filter(isInRuns);
  const inSequence = steps.filter((step) => !isInRuns(step));
  const head = [
    'ms per photo',
    ...inSequence.map((step) => step.replace(MODEL, '')),
    'commit',
    'all',
    'not models',
    '%',
    ...inRuns.map((step) => `(${step.replace(IN_RUNS, '')})`),
  ];
  const lines = ways.map((way) => {
    const { models, others } = readBudget(way, commitMs);
    const readSteps = (names: readonly string[]) => names.map((name) => way.steps[name]);
    return [
      way.way,
      ...[...readSteps(inSequence), commitMs, models + others, others].map(formatMs),
      ((100 * others) / (models + others)).toFixed(0),
      ...readSteps(inRuns).map(formatMs),
    ];
  });
  return table(head, lines);
}

function formatMs(ms: number | undefined): string {
  return ms === undefined ? '' : ms.toFixed(1);
}
