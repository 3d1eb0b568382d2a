import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { Sight } from '../../domain/sights/sight.ts';
import type { SideState } from '../ring/ring-layout.ts';

/** The photo of a sight, as the app stores it. */
export interface Shot {
  /** Changes with every new photo: the element recognizes a retake by it. */
  id: string;
  /** The photo, or its URL. Without it the tile stays empty. */
  photo?: Blob | string | undefined;
  /** Result of the quality assessment. `unknown`: this device cannot assess it. */
  verdict: 'checking' | 'good' | 'bad' | 'unknown';
  /** Why the photo is bad, in the language of the user. */
  reason?: string | undefined;
}

/** Detail of `photo-taken`. */
export interface PhotoTakenDetail {
  /** Id of the sight. */
  sight: string;
  photo: Blob;
  /** True if the live guide took it by itself. */
  isAutomatic?: boolean | undefined;
  /** The VIN, plate or mileage that the live guide read while it took the photo. */
  text?: string | undefined;
}

/** The photos that are taken, by sight id. */
type Shots = Readonly<Record<string, Shot>>;

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
