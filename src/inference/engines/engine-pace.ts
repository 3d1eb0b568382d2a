import type { EngineName } from '../engine.ts';
import { median } from '../median.ts';
import type { RunTimes } from '../worker/run-meter.ts';
import type { EngineVerdicts } from './engine-choice.ts';

/**
 * The pace of an engine on real photos since it was last timed, in milliseconds per work: the first samples and the
 * latest ones. Per work, because a page of text has more lines than a plate.
 */
export interface Pace {
  first: readonly number[];
  latest: readonly number[];
}

export const UNKNOWN_PACE: Pace = { first: [], latest: [] };

/** Few enough to notice heat within seconds, enough that one slow photo changes nothing. */
const SAMPLES = 5;
/** If the current engine seems slower than another by this factor, the engines are timed again. */
const OUTDATED_ABOVE = 1.25;

export function addSample(pace: Pace, { ms, work }: Pick<RunTimes, 'ms' | 'work'>): Pace {
  if (!(work > 0)) return pace;
  const sample = ms / work;
  return {
    first: pace.first.length < SAMPLES ? [...pace.first, sample] : pace.first,
    latest: [...pace.latest, sample].slice(-SAMPLES),
  };
}

/** Returns how much slower the latest photos ran than the first ones: 1 if equal, or if there are too few samples. */
export function getDrift({ first, latest }: Pace): number {
  return first.length < SAMPLES ? 1 : median(latest) / median(first);
}

/**
 * Returns whether the engines must be timed again: on the latest photos, the current engine was so much slower than at
 * first that another one seems faster. A phone that throttles its CPU does that.
 */
export function isOutdated(verdicts: EngineVerdicts, current: EngineName, pace: Pace): boolean {
  const currentMs = verdicts[current]?.photoMs;
  if (currentMs === undefined) return false;
  const others = Object.entries(verdicts).filter(([engine, { passed }]) => engine !== current && passed);
  const bestOther = Math.min(...others.map(([, { photoMs }]) => photoMs ?? Number.POSITIVE_INFINITY));
  return currentMs * getDrift(pace) > OUTDATED_ABOVE * bestOther;
}
