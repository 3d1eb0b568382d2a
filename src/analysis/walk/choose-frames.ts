import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import { followViewpoints } from './follow-viewpoints.ts';
import { type FrameRating, rateFrame } from './rate-frame.ts';
import type { WalkFrame } from './walk-frame.ts';

/** The frame of a side. */
export interface SideChoice extends FrameRating {
  /** Index of the best frame. */
  frame: number;
  /** Indices of all frames that show this side, the chosen one included, in their order. */
  candidates: number[];
}

/**
 * Chooses the best frame of each side of a walk. A side that no frame shows has none.
 *
 * @param canChoose Whether the pixels of a frame were kept. Default: all.
 */
export function chooseFrames(
  frames: readonly WalkFrame[],
  canChoose: (frame: number) => boolean = () => true,
): Partial<Record<Viewpoint, SideChoice>> {
  const followed = followViewpoints(frames);
  return Object.fromEntries(
    VIEWPOINTS.flatMap((side) => {
      const rated = frames.flatMap((view, frame) => {
        const rating = followed[frame] === side && canChoose(frame) ? rateFrame(view, side) : undefined;
        return rating ? [{ ...rating, frame }] : [];
      });
      const [best] = rated.toSorted(compareRatings);
      return best ? [[side, { ...best, candidates: rated.map(({ frame }) => frame) }]] : [];
    }),
  );
}

/** A frame without a problem is better than any with one. */
function compareRatings(a: FrameRating, b: FrameRating): number {
  const problems = Number(a.problem !== undefined) - Number(b.problem !== undefined);
  return problems || b.score - a.score;
}
