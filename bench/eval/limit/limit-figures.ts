import type { ScaleEstimate } from '../../../src/analysis/detection-limit/photo-scale.ts';
import type { RecallCurve } from '../../../src/analysis/model-manifest.ts';
import { seededRandom } from '../../../test/fixtures/random.ts';
import { table } from '../../lib/table.ts';
import { percent } from '../format.ts';
import { type CueAgreement, measureCueAgreement } from './cue-agreement.ts';
import { createRecallCurve } from './fit-recall.ts';
import type { MarkedPhoto } from './marks.ts';
import { crossValidate, measureReliability, type ReliabilityRow } from './reliability.ts';

/** How the recall of a model depends on the size of a mark, and whether its detection limit is true. */
export interface LimitFigures {
  curves: { type: string; curve: Omit<RecallCurve, 'data'> }[];
  /** Found marks by predicted recall, on photos that the curve was not fitted to. */
  reliability: ReliabilityRow[];
  /** The same with marks measured in centimetres. Absent without labelled parts. */
  reliabilityInCm?: ReliabilityRow[];
  cues: CueAgreement;
}

/** @param referenceScales By photo, from labelled parts. */
export function measureLimit(
  photos: readonly MarkedPhoto[],
  types: readonly string[],
  referenceScales: ReadonlyMap<string, ScaleEstimate>,
): LimitFigures {
  const curves = types.flatMap((type) => {
    const curve = createRecallCurve(photos, type, seededRandom(1));
    return curve ? [{ type, curve }] : [];
  });
  const fitted = curves.map(({ type }) => type);
  return {
    curves,
    reliability: measureReliability(crossValidate(photos, fitted)),
    ...(referenceScales.size > 0 && {
      reliabilityInCm: measureReliability(crossValidate(photos, fitted, referenceScales)),
    }),
    cues: measureCueAgreement(photos.map(({ cues }) => cues)),
  };
}

export function describeLimit({ curves, reliability, reliabilityInCm, cues }: LimitFigures): string {
  return [
    ...curves.map(({ type, curve }) => describeCurve(type, curve)),
    `found marks by predicted recall, on other photos than those of the curve\n${describeReliability(reliability)}`,
    ...(reliabilityInCm
      ? [`the same, measured in centimetres by labelled parts\n${describeReliability(reliabilityInCm)}`]
      : []),
    describeCues(cues),
  ].join('\n\n');
}

function describeCurve(type: string, { points, marks, photos }: Omit<RecallCurve, 'data'>): string {
  const rows = points.map(({ pixels, recall, interval }) => [
    String(pixels),
    percent(recall),
    interval.map(percent).join(' to '),
  ]);
  const title = `${type}: recall by size in pixels of the canvas, ${marks} marks on ${photos} photos of a known scale`;
  return `${title}\n${table(['pixels', 'recall', '95 %'], rows)}`;
}

function describeReliability(rows: readonly ReliabilityRow[]): string {
  return table(
    ['predicted', 'marks', 'mean', 'found'],
    rows.map(({ from, to, marks, predicted, found }) => [
      `${percent(from)} to ${percent(to)}`,
      String(marks),
      ...(marks > 0 ? [percent(predicted), percent(found)] : ['–', '–']),
    ]),
  );
}

function describeCues({ photos, known, cues, within80, within95 }: CueAgreement): string {
  return [
    `scale: known on ${known} of ${photos} photos;`,
    `${percent(within80)} of ${cues} cues are within the error bar of 80 % of the others, ${percent(within95)} within that of 95 %`,
  ].join(' ');
}
