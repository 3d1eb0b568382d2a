import type { HeadConfidences } from '../../../src/analysis/wheels/wheel-heads.ts';
import { mean } from '../average-precision.ts';
import type { CropTruth } from './crop-records.ts';

export interface ScoredCrop {
  truth: CropTruth;
  confidences: HeadConfidences;
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
  const scored = crops.flatMap(({ truth, confidences }) => {
    const [predicted, confidence] = findBest(confidences[head] ?? {});
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
export function addHubcapHead({ truth, confidences }: ScoredCrop): ScoredCrop {
  const hubcap = confidences.covering?.hubcap ?? 0;
  return {
    truth: { ...truth, ...(truth.covering && { hubcap: truth.covering === 'hubcap' ? 'yes' : 'no' }) },
    confidences: { ...confidences, hubcap: { yes: hubcap, no: 1 - hubcap } },
  };
}

/**
 * Returns the recall of a label at the confidence from which at most `rate` of the crops without it have it, and that
 * confidence. Undefined if no crop has the label.
 */
export function recallAtFalseAlarms(
  head: string,
  label: string,
  crops: readonly ScoredCrop[],
  rate: number,
): { recall: number; threshold: number } | undefined {
  const sortConfidences = (has: boolean) =>
    crops
      .filter(({ truth }) => truth[head] !== undefined && (truth[head] === label) === has)
      .map(({ confidences }) => confidences[head]?.[label] ?? 0)
      .sort((a, b) => b - a);
  const [having, others] = [sortConfidences(true), sortConfidences(false)];
  if (having.length === 0) return undefined;
  const highest = others[Math.floor(rate * others.length)] ?? 0;
  const above = having.filter((confidence) => confidence > highest);
  return { recall: above.length / having.length, threshold: above.at(-1) ?? 1 };
}

function findBest(confidences: Readonly<Record<string, number>>): [label: string, confidence: number] {
  return Object.entries(confidences).reduce<[string, number]>(
    (best, entry) => (entry[1] > best[1] ? entry : best),
    ['', 0],
  );
}
