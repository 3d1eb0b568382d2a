import type { TaskName } from '../../domain/enums.ts';
import type { NetworkQuality } from '../../domain/sync.ts';

export type NetworkSample =
  /** The service responded. `bytes` is the size of the uploaded photo, or 0. */
  | { type: 'responded'; at: number; ms: number; bytes: number }
  /** No response. `bytes` is the most that can have been uploaded, or 0 if that is unknown. */
  | { type: 'failed'; at: number; ms: number; bytes: number }
  /** The service finished a task. */
  | { type: 'result'; taskName: TaskName; ms: number }
  /** The results of a task have not arrived within this time. */
  | { type: 'late'; taskName: TaskName; ms: number };

export const UNKNOWN_QUALITY: NetworkQuality = { failureRate: 0, taskMs: {} };

/** Weight of the newest sample in the moving averages. */
const WEIGHT = 0.3;
/** In smaller uploads, latency hides the speed. */
const MIN_UPLOAD_BYTES = 20_000;
/** Longer tasks say nothing about the service: the app was closed, or a person reviewed the results. */
const MAX_TASK_MS = 10 * 60_000;
/** The failure rate halves after this time without a failure. */
const FAILURE_HALF_LIFE_MS = 60_000;

export function updateQuality(quality: NetworkQuality, sample: NetworkSample): NetworkQuality {
  switch (sample.type) {
    case 'responded':
      return {
        ...updateSpeed(quality, sample.bytes, sample.ms),
        ...(sample.bytes === 0 && { latencyMs: average(quality.latencyMs, sample.ms) }),
        failureRate: average(getFailureRate(quality, sample.at), 0),
        lastAnswerAt: sample.at,
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
      if (sample.ms < 0 || sample.ms > MAX_TASK_MS) return quality;
      return setTaskTime(quality, sample.taskName, average(quality.taskMs[sample.taskName], sample.ms));
    }
  }
}

/** Returns the failure rate at a time. It decays since the last failure. */
export function getFailureRate({ failureRate, lastFailureAt }: NetworkQuality, now: number): number {
  if (lastFailureAt === undefined) return failureRate;
  return failureRate * 0.5 ** (Math.abs(now - lastFailureAt) / FAILURE_HALF_LIFE_MS);
}

function setTaskTime(quality: NetworkQuality, taskName: TaskName, ms: number): NetworkQuality {
  return { ...quality, taskMs: { ...quality.taskMs, [taskName]: ms } };
}

function updateSpeed(quality: NetworkQuality, bytes: number, ms: number): NetworkQuality {
  if (bytes < MIN_UPLOAD_BYTES || ms <= 0) return quality;
  return { ...quality, bytesPerSecond: average(quality.bytesPerSecond, (bytes / ms) * 1_000) };
}

function average(before: number | undefined, sample: number): number {
  return before === undefined ? sample : before + WEIGHT * (sample - before);
}
