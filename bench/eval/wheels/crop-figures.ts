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
  /** Mean over the labels, so that common ones do not hide rare ones. */
  balancedAccuracy: number;
  perLabel: Record<string, { crops: number; recall: number; precision: number }>;
  calibrationError: number;
  /** By confidence: how many crops, what was claimed, and which part was right. */
  reliability: { crops: number; confidence: number; right: number }[];
}

const BINS = 5;

export function headFigures(head: string, crops: readonly ScoredCrop[]): HeadFigures | undefined {
  const judged = crops.flatMap(({ truth, chances }) => {
    const [said, confidence] = best(chances[head] ?? {});
    return truth[head] === undefined ? [] : [{ true: truth[head], said, confidence }];
  });
  if (judged.length === 0) return undefined;
  const labels = [...new Set(judged.map((one) => one.true))].sort();
  const isRight = (one: (typeof judged)[number]) => one.true === one.said;
  const part = (of: typeof judged) => of.filter(isRight).length / Math.max(1, of.length);
  const perLabel = Object.fromEntries(
    labels.map((label) => {
      const those = judged.filter((one) => one.true === label);
      return [
        label,
        {
          crops: those.length,
          recall: part(those),
          precision: part(judged.filter(({ said }) => said === label)),
        },
      ];
    }),
  );
  const reliability = Array.from({ length: BINS }, (_, bin) => {
    const members = judged.filter(
      ({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === bin,
    );
    return {
      crops: members.length,
      confidence: mean(members.map((one) => one.confidence)),
      right: part(members),
    };
  }).filter(({ crops: count }) => count > 0);
  return {
    crops: judged.length,
    accuracy: part(judged),
    balancedAccuracy: mean(labels.map((label) => perLabel[label]?.recall ?? 0)),
    perLabel,
    calibrationError: reliability.reduce(
      (sum, { crops: count, confidence, right }) =>
        sum + (count / judged.length) * Math.abs(confidence - right),
      0,
    ),
    reliability,
  };
}

function best(chances: Readonly<Record<string, number>>): [label: string, chance: number] {
  return Object.entries(chances).reduce<[string, number]>(
    (surest, entry) => (entry[1] > surest[1] ? entry : surest),
    ['', 0],
  );
}
