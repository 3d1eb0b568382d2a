import * as v from 'valibot';
import { finite, fraction, object } from '../../domain/fields.ts';
import { LIMITS } from '../../domain/limits.ts';

const LEAST_PIXELS = LIMITS.photoMinSide ** 2;

/** What an app may say about uploads; a limit that would leave nothing to see is refused. */
export const uploadOptions = object({
  maxPixels: v.optional(v.pipe(finite, v.minValue(LEAST_PIXELS, `at least ${LEAST_PIXELS} pixels`))),
  quality: v.optional(fraction),
  adaptive: v.optional(v.boolean()),
  scalePhoto: v.optional(v.function()),
});
