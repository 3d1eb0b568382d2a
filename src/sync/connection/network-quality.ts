import type { NetworkQuality } from '../../domain/api/sync-status.ts';
import type { TaskName } from '../../domain/enums.ts';

/** `at` is monotonic. */
export type NetworkSample =
  /** The service responded. `bytes` is the size of the uploaded photo, or 0. */
  | { type: 'responded'; at: number; ms: number; bytes: number }
  /** No response. `bytes` is the most that can have been uploaded, or 0 if that is unknown. */
  | { type: 'failed'; at: number; ms: number; bytes: number }
  /** The service finished a task. */
  | { type: 'result'; taskName: TaskName; ms: number }
  /** The results of a task have not arrived within this time. */
  | { type: 'late'; taskName: TaskName; ms: number };

/** The quality as one tab keeps it: with monotonic times, which mean nothing in other tabs. */
export interface MeasuredQuality extends Omit<NetworkQuality, 'sinceResponseMs' | 'sinceFailureMs'> {
  lastResponseAt?: number;
  lastFailureAt?: number;
}

export const UNKNOWN_QUALITY: MeasuredQuality = { failureRate: 0, taskMs: {} };

/** Weight of the newest sample in the moving averages. */
const WEIGHT = 0.3;
/** In smaller uploads, latency hides the speed. */
const MIN_UPLOAD_BYTES = 20_000;
/** Longer tasks say nothing about the service: the app was closed, or a person reviewed the results. */
const MAX_TASK_MS = 10 * 60_000;
/** The failure rate halves after this time without a failure. */
const FAILURE_HALF_LIFE_MS = 60_000;

export function updateQuality(quality: MeasuredQuality, sample: NetworkSample): MeasuredQuality {
  switch (sample.type) {
    case 'responded':
      return {
        ...updateSpeed(quality, sample.bytes, sample.ms),
        ...(sample.bytes === 0 && { latencyMs: average(quality.latencyMs, sample.ms) }),
        failureRate: average(getFailureRate(quality, sample.at), 0),
        lastResponseAt: sample.at,
      };
    case 'failed':
      return {
        ...updateSpeed(quality, sample.bytes, sample.ms),
        failureRate: average(getFailureRate(quality, sample.at), 1),
        lastFailureAt: sample.at,
      };
    case 'late': {
      const ms = Math.max(quality.taskMs[sample.taskName] ?? 0, sample.ms);
      return setTaskTime(quality, sample.taskName, ms);
    }
    case 'result': {
      if (sample.ms > MAX_TASK_MS) return quality;
      return setTaskTime(quality, sample.taskName, average(quality.taskMs[sample.taskName], sample.ms));
    }
  }
}

/** Returns the failure rate at a time. It decays since the last failure. */
export function getFailureRate({ failureRate, lastFailureAt }: MeasuredQuality, now: number): number {
  if (lastFailureAt === undefined) return failureRate;
  return failureRate * 0.5 ** (Math.max(0, now - lastFailureAt) / FAILURE_HALF_LIFE_MS);
}

/** Returns the quality for other tabs and the app. */
export function toSharedQuality(measured: MeasuredQuality, now: number): NetworkQuality {
  const { lastResponseAt, lastFailureAt, ...quality } = measured;
  return {
    ...quality,
    ...(lastResponseAt !== undefined && { sinceResponseMs: now - lastResponseAt }),
    ...(lastFailureAt !== undefined && { sinceFailureMs: now - lastFailureAt }),
  };
}

/** Returns what another tab measured, in the monotonic time of this tab. */
export function fromSharedQuality(shared: NetworkQuality, now: number): MeasuredQuality {
  const { sinceResponseMs, sinceFailureMs, ...quality } = shared;
  return {
    ...quality,
    ...(sinceResponseMs !== undefined && { lastResponseAt: now - sinceResponseMs }),
    ...(sinceFailureMs !== undefined && { lastFailureAt: now - sinceFailureMs }),
  };
}

function setTaskTime(quality: MeasuredQuality, taskName: TaskName, ms: number): MeasuredQuality {
  return { ...quality, taskMs: { ...quality.taskMs, [taskName]: ms } };
}

function updateSpeed(quality: MeasuredQuality, bytes: number, ms: number): MeasuredQuality {
  if (bytes < MIN_UPLOAD_BYTES || ms <= 0) return quality;
  return { ...quality, bytesPerSecond: average(quality.bytesPerSecond, (bytes / ms) * 1_000) };
}

function average(before: number | undefined, sample: number): number {
  return before === undefined ? sample : before + WEIGHT * (sample - before);
}
