import { QUALITY_HALF_POINTS, rise } from './thresholds.ts';
import { shareFrom, type Tones, toneAt } from './tones.ts';

/** So much burnt-out area makes a source of flare likely; a lamp's reflection is smaller. */
const glaring = 0.03;

/**
 * Light that strays in the lens burns out a spot and lays a veil over the rest, so that nothing is black any more.
 * Both have to be there: tyres, gaps and glass are black in a clear photo however bright its sky. A picture that is
 * burnt out all over is overexposed rather than flared.
 */
export function lensFlareScore(whole: Tones): number {
  const blown = shareFrom(whole, 245);
  const veil = rise(toneAt(whole, 0.02), QUALITY_HALF_POINTS.darkest);
  return Math.sqrt(blown / (blown + glaring)) * (1 - blown) * veil;
}
