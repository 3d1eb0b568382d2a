import { type Crop, type CropSize, createCrop, type DecodedSize } from './crop.ts';
import type { ScoredBox } from './non-maximum-suppression.ts';

/** Scores of detections that a crop may confirm: below, there are too many; above, they are sure. */
export const UNCERTAIN_SCORES = { above: 0.03, below: 0.7 };
/** Crops are placed around this many detections, the most uncertain ones. */
const MAX_CENTRES = 40;

/**
 * Chooses up to `count` crops of a photo: each around the detection whose crop shows the most uncertainty that no earlier
 * crop shows.
 */
export function chooseCrops(
  detections: readonly ScoredBox[],
  photo: DecodedSize,
  size: CropSize,
  count: number,
): Crop[] {
  let open = detections
    .map(({ box, score }) => ({ box, doubt: measureDoubt(score) }))
    .sort((a, b) => b.doubt - a.doubt);
  const crops = open.slice(0, MAX_CENTRES).map(({ box }) => {
    const centre = { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
    return createCrop(photo, size, centre);
  });
  const sumDoubts = ({ isWhole }: Crop) =>
    open.reduce((sum, { box, doubt }) => (isWhole(box) ? sum + doubt : sum), 0);
  const chosen: Crop[] = [];
  while (chosen.length < count) {
    const ranked = crops.map((crop) => ({ crop, sum: sumDoubts(crop) })).sort((a, b) => b.sum - a.sum);
    const [best] = ranked;
    if (!best || best.sum === 0) break;
    chosen.push(best.crop);
    open = open.filter(({ box }) => !best.crop.isWhole(box));
  }
  return chosen;
}

/** The variance of the outcome: largest for a score of 0.5. */
function measureDoubt(score: number): number {
  const isUncertain = score > UNCERTAIN_SCORES.above && score < UNCERTAIN_SCORES.below;
  return isUncertain ? score * (1 - score) : 0;
}
