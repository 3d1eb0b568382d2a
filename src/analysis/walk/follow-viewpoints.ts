import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { WalkView } from './walk-frame.ts';

/**
 * The probability that a frame is taken for a side that it does not show. The part model confuses the ends of a car on single
 * frames, and then with high confidence.
 */
const CONFUSION = 0.03;
/** A prediction of lower confidence says as much about the neighbours as about the side. */
const LEAST_CONFIDENCE = 1 / 3;
/** The cost of a next frame whose side is this many steps away: nobody jumps over a car. */
const STEP_COSTS = [0, 1, 4, 8, 9] as const;

/**
 * Returns the side that each frame shows, given that the camera moves around the vehicle: the most probable path through
 * the predictions (Viterbi). Frames without a predicted viewpoint have none.
 *
 * A single frame that is taken for another end of the car does not move the path; a frame halfway between two sides goes
 * to the one that fits.
 */
export function followViewpoints(frames: readonly WalkView[]): (Viewpoint | undefined)[] {
  const seen = frames.flatMap(({ vehicle }, index) =>
    vehicle?.viewpoint ? [{ index, viewpoint: vehicle.viewpoint, confidence: vehicle.confidence }] : [],
  );
  let costs = VIEWPOINTS.map(() => 0);
  const cameFrom: number[][] = [];
  for (const { viewpoint, confidence } of seen) {
    const sources = VIEWPOINTS.map((_, to) => findCheapest(costs, to));
    costs = sources.map(
      (from, to) =>
        (costs[from] ?? 0) + (STEP_COSTS[ringDistance(from, to)] ?? 0) + costOf(viewpoint, confidence, to),
    );
    cameFrom.push(sources);
  }
  const followed: (Viewpoint | undefined)[] = frames.map(() => undefined);
  let at = costs.indexOf(Math.min(...costs));
  for (let n = seen.length - 1; n >= 0; n--) {
    const index = seen[n]?.index;
    if (index !== undefined) followed[index] = VIEWPOINTS[at];
    at = cameFrom[n]?.[at] ?? at;
  }
  return followed;
}

/** Returns how many sides lie between two indices of `VIEWPOINTS`, which form a ring. */
function ringDistance(a: number, b: number): number {
  const distance = Math.abs(a - b);
  return Math.min(distance, VIEWPOINTS.length - distance);
}

function findCheapest(costs: readonly number[], to: number): number {
  const totals = costs.map((cost, from) => cost + (STEP_COSTS[ringDistance(from, to)] ?? 0));
  return totals.indexOf(Math.min(...totals));
}

/** Returns the cost of a prediction if the frame shows `side`: the negative logarithm of its probability. */
function costOf(predicted: Viewpoint, confidence: number, side: number): number {
  const sure = Math.max(LEAST_CONFIDENCE, confidence);
  const distance = ringDistance(VIEWPOINTS.indexOf(predicted), side);
  const share = distance === 0 ? sure : distance === 1 ? (1 - sure) / 2 : 0;
  return -Math.log(CONFUSION + (1 - VIEWPOINTS.length * CONFUSION) * share);
}
