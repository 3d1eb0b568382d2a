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

/** A frame whose pixels are kept until the walk ends. */
export interface KeptFrame {
  /** Its index in the walk. */
  frame: number;
  at: number;
  viewpoint: Viewpoint;
  score: number;
}

/** A walk has thousands of frames. This many of each side are enough to choose from. */
export const KEPT_PER_SIDE = 6;
/** Frames that are closer than this in time look the same. */
const MIN_SPACING_MS = 250;

/**
 * Returns the frames to keep after another frame was read. The new one is among them if it is one of the best of its side
 * so far. Frames that were dropped before never come back.
 */
export function keepFrame(kept: readonly KeptFrame[], view: WalkFrame, frame: number): readonly KeptFrame[] {
  const viewpoint = VIEWPOINTS.find((side) => side === view.vehicle?.viewpoint);
  const rating = viewpoint && rateFrame(view, viewpoint);
  if (!viewpoint || !rating) return kept;
  const candidate: KeptFrame = { frame, at: view.at, viewpoint, score: rating.score };
  const ofSide = kept.filter((one) => one.viewpoint === viewpoint);
  const close = ofSide.find(({ at }) => Math.abs(view.at - at) < MIN_SPACING_MS);
  const rival = close ?? (ofSide.length < KEPT_PER_SIDE ? undefined : findWorst(ofSide));
  if (!rival) return [...kept, candidate];
  if (rival.score >= candidate.score) return kept;
  return [...kept.filter((one) => one !== rival), candidate];
}

function findWorst(frames: readonly KeptFrame[]): KeptFrame | undefined {
  return frames.toSorted((a, b) => a.score - b.score)[0];
}
