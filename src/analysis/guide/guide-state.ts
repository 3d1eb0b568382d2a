import type { Instruction } from './instruction.ts';

/**
 * The instruction that the guide shows, and since when.
 *
 *   searching ──instruction──▶ instructing ──none──▶ holding ──500 ms──▶ shoot
 *                               ▲   └─another─┘         │
 *                               └─────instruction───────┘
 */
export interface GuideState {
  phase: 'searching' | 'instructing' | 'holding';
  /** Only while instructing. */
  instruction?: Instruction | undefined;
  /** When the phase or the instruction last changed. */
  shownAt: number;
  /** The time of the last frame. */
  frameAt: number;
  /** The first of the frames without an instruction that came one after the other. */
  goodSince?: number | undefined;
  /** How many of them there are. */
  goodFrames: number;
}

/** An instruction stays at least so long. */
export const MIN_SHOWN_MS = 800;
/** Frames must be good for so long before a photo is taken. */
export const HOLD_MS = 500;
/** At least so many frames must be good. A slow device thus needs longer than {@link HOLD_MS}. */
export const HOLD_FRAMES = 3;
/** After a longer time without a frame, nothing is known about the frames before it. */
const MAX_GAP_MS = 1500;

/** Returns the state before the first frame of a sight. */
export function startGuide(now: number): GuideState {
  return { phase: 'searching', shownAt: Number.NEGATIVE_INFINITY, frameAt: now, goodFrames: 0 };
}

/**
 * Returns the next state, and whether to take the photo now.
 *
 * @param wanted The instruction for the latest frame, or undefined if its photo would be good.
 * @param now The time of that frame in milliseconds. It never decreases.
 * @param isConfirmed Whether several frames are known to be good already: they agreed on a text. Then one is enough.
 */
export function stepGuide(
  state: GuideState,
  wanted: Instruction | undefined,
  now: number,
  isConfirmed = false,
): { state: GuideState; shoots: boolean } {
  const good = countGoodFrames(state, wanted, now);
  const shown = chooseShown(state, wanted, now);
  const next = { ...shown, ...good, frameAt: now };
  const shoots =
    next.phase === 'holding' &&
    next.goodSince !== undefined &&
    (isConfirmed || (now - next.goodSince >= HOLD_MS && next.goodFrames >= HOLD_FRAMES));
  return { state: next, shoots };
}

function countGoodFrames(state: GuideState, wanted: Instruction | undefined, now: number) {
  if (wanted !== undefined) return { goodSince: undefined, goodFrames: 0 };
  const continues = state.goodSince !== undefined && now - state.frameAt <= MAX_GAP_MS;
  return continues
    ? { goodSince: state.goodSince, goodFrames: state.goodFrames + 1 }
    : { goodSince: now, goodFrames: 1 };
}

function chooseShown(
  { phase, instruction, shownAt }: GuideState,
  wanted: Instruction | undefined,
  now: number,
): Pick<GuideState, 'phase' | 'instruction' | 'shownAt'> {
  const isSame = phase !== 'searching' && instruction === wanted;
  if (isSame || now - shownAt < MIN_SHOWN_MS) return { phase, instruction, shownAt };
  return { phase: wanted ? 'instructing' : 'holding', instruction: wanted, shownAt: now };
}
