import { type Box, iou } from '../../src/analysis/geometry/box.ts';
import { matchBestPairs } from '../../src/domain/match-best-pairs.ts';
import type { PhotoLabels } from './label-file.ts';

/** Two labels of one class agree from this IoU on. */
const LEAST_IOU = 0.5;

/**
 * Compares two labellings of the same photos.
 *
 * @returns a table: per class, how many objects both have, how many only one has, and the mean IoU of the shared ones
 */
export function compareLabels(pairs: readonly (readonly [PhotoLabels, PhotoLabels])[]): string {
  const rows = new Map<string, { both: number; first: number; second: number; overlap: number }>();
  for (const [one, other] of pairs) {
    for (const label of new Set([...one.objects, ...other.objects].map((object) => object.label))) {
      const [a, b] = [listObjects(one, label), listObjects(other, label)];
      const matches = matchBestPairs(a, b, (x, y) => iou(x.box, y.box), LEAST_IOU);
      const row = rows.get(label) ?? { both: 0, first: 0, second: 0, overlap: 0 };
      row.both += matches.length;
      row.first += a.length - matches.length;
      row.second += b.length - matches.length;
      row.overlap += matches.reduce((sum, [x, y]) => sum + iou(x.box, y.box), 0);
      rows.set(label, row);
    }
  }
  const table = [...rows].sort(([a], [b]) => a.localeCompare(b)).map(([label, row]) => describe(label, row));
  const all = [...rows.values()].reduce(
    (sum, row) => ({
      both: sum.both + row.both,
      first: sum.first + row.first,
      second: sum.second + row.second,
      overlap: sum.overlap + row.overlap,
    }),
    { both: 0, first: 0, second: 0, overlap: 0 },
  );
  return [
    `${pairs.length} photos. Class: both, only first, only second, agreement (F1), mean IoU`,
    ...table,
    describe('all', all),
  ].join('\n');
}

function listObjects({ objects }: PhotoLabels, label: string): { id: string; box: Box }[] {
  return objects.flatMap((object, index) =>
    object.label === label ? [{ id: String(index), box: object.box }] : [],
  );
}

function describe(
  label: string,
  { both, first, second, overlap }: { both: number; first: number; second: number; overlap: number },
) {
  const agreement = (2 * both) / Math.max(1, 2 * both + first + second);
  return `${label}: ${both}, ${first}, ${second}, ${agreement.toFixed(2)}, ${both > 0 ? (overlap / both).toFixed(2) : '–'}`;
}
