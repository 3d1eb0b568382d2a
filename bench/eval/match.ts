/** The matching step of COCO's evaluation: one picture, one type, one IoU threshold. */

export interface Detection {
  confidence: number;
  area: number;
}

export interface Truth {
  area: number;
  /** A region of unknown content. It matches any number of detections and is never counted as missed. */
  crowd: boolean;
}

export interface AreaRange {
  from: number;
  to: number;
}

export const ALL_SIZES: AreaRange = { from: 0, to: Number.POSITIVE_INFINITY };
export const MAX_DETECTIONS = 100;

/** hit: correct. miss: a false alarm. ignored: not counted. */
export type Verdict = 'hit' | 'miss' | 'ignored';

export interface Match {
  confidence: number;
  verdict: Verdict;
}

/**
 * Matches each detection, best first, with the free truth that it overlaps most (at least `threshold`). Counted truths
 * take precedence over ignored ones: crowds and truths outside the area range. `overlaps[d][t]` is the IoU, or for a
 * crowd the covered fraction of the detection. Also returns the number of counted truths.
 */
export function matchPicture(
  detections: readonly Detection[],
  truths: readonly Truth[],
  overlaps: readonly (readonly number[])[],
  threshold: number,
  range: AreaRange = ALL_SIZES,
): { matches: Match[]; counted: number } {
  const ignored = truths.map(({ area, crowd }) => crowd || area < range.from || area > range.to);
  const taken = truths.map(() => false);
  const order = detections
    .map((detection, index) => ({ detection, index }))
    .sort((a, b) => b.detection.confidence - a.detection.confidence)
    .slice(0, MAX_DETECTIONS);
  const matches = order.map(({ detection, index }): Match => {
    const row = overlaps[index] ?? [];
    const best = bestTruth(row, threshold, (t) => !ignored[t] && !taken[t]);
    if (best !== undefined) {
      taken[best] = true;
      return { confidence: detection.confidence, verdict: 'hit' };
    }
    const excuse = bestTruth(
      row,
      threshold,
      (t) => ignored[t] === true && (truths[t]?.crowd === true || !taken[t]),
    );
    if (excuse !== undefined) taken[excuse] = true;
    const outside = detection.area < range.from || detection.area > range.to;
    const verdict = excuse !== undefined || outside ? 'ignored' : 'miss';
    return { confidence: detection.confidence, verdict };
  });
  return { matches, counted: ignored.filter((is) => !is).length };
}

function bestTruth(row: readonly number[], threshold: number, isAllowed: (truth: number) => boolean) {
  let best: number | undefined;
  let most = Math.min(threshold, 1 - 1e-10);
  row.forEach((overlap, truth) => {
    if (isAllowed(truth) && overlap >= most) [best, most] = [truth, overlap];
  });
  return best;
}
