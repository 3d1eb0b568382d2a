import type { TaskName } from '../../domain/enums.ts';
import type { NetworkQuality } from '../../domain/network-quality.ts';

export type Sample =
  /** `bytes`: of the photo that went with it, or 0. */
  | { type: 'answered'; at: number; ms: number; bytes: number }
  /** No answer; `bytes` is the most that can have got through of the photo, where that is known. */
  | { type: 'failed'; at: number; ms: number; bytes: number }
  | { type: 'result'; taskName: TaskName; ms: number }
  /** Results that were waited for so long have not come. */
  | { type: 'late'; taskName: TaskName; ms: number };

export const UNKNOWN_QUALITY: NetworkQuality = { failureRate: 0, taskMs: {} };

/** What the newest sample counts for. */
const WEIGHT = 0.3;
/** A photo too small to tell speed from latency. */
const LEAST_BYTES = 20_000;
/** A result that took longer was waited for by nobody: the app was closed, or a person reviewed it. */
const LONGEST_TASK_MS = 10 * 60_000;
/** After this time without a call, a bad past counts for half. */
const HALF_LIFE_MS = 60_000;

export function observed(quality: NetworkQuality, sample: Sample): NetworkQuality {
  switch (sample.type) {
    case 'answered':
      return {
        ...withSpeed(quality, sample.bytes, sample.ms),
        ...(sample.bytes === 0 && { latencyMs: average(quality.latencyMs, sample.ms) }),
        failureRate: average(failuresAt(quality, sample.at), 0),
        lastAnswerAt: sample.at,
      };
    case 'failed':
      return {
        ...withSpeed(quality, sample.bytes, sample.ms),
        failureRate: average(failuresAt(quality, sample.at), 1),
        lastFailureAt: sample.at,
      };
    case 'late':
      return withTask(quality, sample.taskName, Math.max(quality.taskMs[sample.taskName] ?? 0, sample.ms));
    case 'result': {
      if (sample.ms < 0 || sample.ms > LONGEST_TASK_MS) return quality;
      return withTask(quality, sample.taskName, average(quality.taskMs[sample.taskName], sample.ms));
    }
  }
}

/** The share of failures as it counts now: silence heals. */
export function failuresAt({ failureRate, lastFailureAt }: NetworkQuality, now: number): number {
  if (lastFailureAt === undefined) return failureRate;
  return failureRate * 0.5 ** (Math.abs(now - lastFailureAt) / HALF_LIFE_MS);
}

function withTask(quality: NetworkQuality, taskName: TaskName, ms: number): NetworkQuality {
  return { ...quality, taskMs: { ...quality.taskMs, [taskName]: ms } };
}

function withSpeed(quality: NetworkQuality, bytes: number, ms: number): NetworkQuality {
  if (bytes < LEAST_BYTES || ms <= 0) return quality;
  return { ...quality, bytesPerSecond: average(quality.bytesPerSecond, (bytes / ms) * 1_000) };
}

function average(before: number | undefined, sample: number): number {
  return before === undefined ? sample : before + WEIGHT * (sample - before);
}
