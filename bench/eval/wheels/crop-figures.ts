import type { HeadConfidences } from '../../../src/analysis/wheels/wheel-heads.ts';
import { mean } from '../average-precision.ts';
import type { CropTruth } from './crop-records.ts';

export interface ScoredCrop {
  truth: CropTruth;
  chances: HeadConfidences;
}

export interface HeadFigures {
  /** Crops that have a label. */
  crops: number;
  accuracy: number;
  /** Mean over the labels, so that rare ones count as much as common ones. */
  balancedAccuracy: number;
  perLabel: Record<string, { crops: number; recall: number; precision: number }>;
  calibrationError: number;
  /** By confidence: number of crops, mean confidence, and accuracy. */
  reliability: { crops: number; confidence: number; right: number }[];
}

const BINS = 5;

export function headFigures(head: string, crops: readonly ScoredCrop[]): HeadFigures | undefined {
  const scored = crops.flatMap(({ truth, chances }) => {
    const [predicted, confidence] = best(chances[head] ?? {});
    return truth[head] === undefined ? [] : [{ true: truth[head], predicted, confidence }];
  });
  if (scored.length === 0) return undefined;
  const labels = [...new Set(scored.map((one) => one.true))].sort();
  const isRight = (one: (typeof scored)[number]) => one.true === one.predicted;
  const part = (of: typeof scored) => of.filter(isRight).length / Math.max(1, of.length);
  const perLabel = Object.fromEntries(
    labels.map((label) => {
      const those = scored.filter((one) => one.true === label);
      return [
        label,
        {
          crops: those.length,
          recall: part(those),
          precision: part(scored.filter(({ predicted }) => predicted === label)),
        },
      ];
    }),
  );
  const reliability = Array.from({ length: BINS }, (_, bin) => {
    const members = scored.filter(
      ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin,
    );
    return {
      crops: members.length,
      confidence: mean(members.map((one) => one.confidence)),
      right: part(members),
    };
  }).filter(({ crops: count }) => count > 0);
  return {
    crops: scored.length,
    accuracy: part(scored),
    balancedAccuracy: mean(labels.map((label) => perLabel[label]?.recall ?? 0)),
    perLabel,
    calibrationError: reliability.reduce(
      (sum, { crops: count, confidence, right }) =>
        sum + (count / scored.length) * Math.abs(confidence - right),
      0,
    ),
    reliability,
  };
}

/** Returns the crop with one more head: whether a hubcap covers the rim. */
export function addHubcapHead({ truth, chances }: ScoredCrop): ScoredCrop {
  const hubcap = chances.covering?.hubcap ?? 0;
  return {
    truth: { ...truth, ...(truth.covering && { hubcap: truth.covering === 'hubcap' ? 'yes' : 'no' }) },
    chances: { ...chances, hubcap: { yes: hubcap, no: 1 - hubcap } },
  };
}

/**
 * Returns the recall of a label at the confidence from which at most `rate` of the crops without it have it, and that
 * confidence.
 */
export function recallAtFalseAlarms(
  head: string,
  label: string,
  crops: readonly ScoredCrop[],
  rate: number,
): { recall: number; threshold: number } {
  const confidences = (has: boolean) =>
    crops
      .filter(({ truth }) => truth[head] !== undefined && (truth[head] === label) === has)
      .map(({ chances }) => chances[head]?.[label] ?? 0)
      .sort((a, b) => b - a);
  const [having, others] = [confidences(true), confidences(false)];
  const highest = others[Math.floor(rate * others.length)] ?? 0;
  const above = having.filter((confidence) => confidence > highest);
  return { recall: above.length / having.length, threshold: above.at(-1) ?? 1 };
}

function best(chances: Readonly<Record<string, number>>): [label: string, chance: number] {
  return Object.entries(chances).reduce<[string, number]>(
    (surest, entry) => (entry[1] > surest[1] ? entry : surest),
    ['', 0],
  );
}
