import { estimateLocalScale } from '../../../src/analysis/detection-limit/photo-scale.ts';
import type { SizeCue } from '../../../src/analysis/detection-limit/size-cues.ts';

/** How well the things of known size on the same photo agree about its scale. */
export interface CueAgreement {
  photos: number;
  /** Photos with at least one cue. */
  known: number;
  /** Cues with another one on their photo. */
  cues: number;
  /** The share of them that is within the error bar of the others: 80 % if the error bars are right. */
  within80: number;
  /** The same for an error bar of 95 %. */
  within95: number;
}

/** Compares each cue with the scale that all other cues of its photo give at its place. */
export function measureCueAgreement(photos: readonly (readonly SizeCue[])[]): CueAgreement {
  const distances = photos.flatMap((cues) =>
    cues.flatMap((cue) => {
      const others = estimateLocalScale(
        cues.filter((other) => other !== cue),
        cue,
      );
      if (!others) return [];
      const deviation = Math.hypot(cue.deviation, others.deviation);
      return [Math.abs(Math.log(cue.pixelsPerCm) - others.logScale) / deviation];
    }),
  );
  const shareWithin = (deviations: number) =>
    distances.filter((distance) => distance <= deviations).length / distances.length;
  return {
    photos: photos.length,
    known: photos.filter(({ length }) => length > 0).length,
    cues: distances.length,
    within80: shareWithin(1.28),
    within95: shareWithin(1.96),
  };
}
