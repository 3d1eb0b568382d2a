import type { WheelAnalysis } from './wheel-analysis.ts';

/** What says nothing of a wheel; how sure of that one is says nothing either. */
const UNTOLD: readonly string[] = ['UNKNOWN', 'NOT_APPLICABLE'];

export const isTold = ({ prediction }: { prediction: string }) => !UNTOLD.includes(prediction);

/** A wheel in the distance may be seen, and nothing be told of it. */
export function isToldOf({ rimCondition, rimMaterial, hubcapCondition }: WheelAnalysis): boolean {
  return [rimCondition, rimMaterial, hubcapCondition].some(isTold);
}
