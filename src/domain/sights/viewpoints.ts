import { VIEWPOINTS, type Viewpoint } from '../enums.ts';

/** Of lower confidence, what the photographer or the app states about a photo is preferred. */
const CONFIDENT_VIEWPOINT = 0.5;

/** Returns whether the viewpoint that a model recognized is more reliable than a hint. */
export function isConfidentViewpoint({ confidence }: { confidence: number }): boolean {
  return confidence >= CONFIDENT_VIEWPOINT;
}

/** Returns whether two viewpoints are equal or adjacent. `VIEWPOINTS` form a ring around the vehicle. */
export function areNeighbours(a: Viewpoint | undefined, b: Viewpoint | undefined): boolean {
  if (!a || !b) return false;
  const distance = Math.abs(VIEWPOINTS.indexOf(a) - VIEWPOINTS.indexOf(b));
  return Math.min(distance, VIEWPOINTS.length - distance) <= 1;
}

/** Returns the viewpoint of this name. */
export function findViewpoint(name: string | undefined): Viewpoint | undefined {
  return VIEWPOINTS.find((viewpoint) => viewpoint === name);
}
