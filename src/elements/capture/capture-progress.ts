import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { Sight } from '../../domain/sights/sight.ts';
import type { SideState } from '../ring/ring-layout.ts';
import type { Shot } from './shot.ts';

/** The photos that are taken, by sight id. */
export type Shots = Readonly<Record<string, Shot>>;

/** Returns the first sight without a photo, except the one whose photo was just taken. */
export function findNextSight(sights: readonly Sight[], shots: Shots, taken?: Sight): Sight | undefined {
  return sights.find(({ id }) => id !== taken?.id && !shots[id]);
}

/** Returns whether the camera may move on: only a photo that should be taken again asks for another. */
export function isAccepted({ verdict }: Shot): boolean {
  return verdict !== 'checking' && verdict !== 'bad';
}

/** Returns how well each side is covered, for the ring. */
export function toSideStates(shots: Shots): Record<Viewpoint, SideState> {
  const states = VIEWPOINTS.map((side) => {
    const verdict = shots[side]?.verdict;
    return [side, verdict === undefined ? 'missing' : verdict === 'bad' ? 'poor' : 'good'];
  });
  return Object.fromEntries(states);
}
