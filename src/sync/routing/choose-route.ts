import type { TaskName } from '../../domain/enums.ts';
import type { NetworkQuality } from '../../domain/network-quality.ts';
import { failuresAt } from './network-quality.ts';

export type RouteMode = 'auto' | 'device' | 'remote';
export type Where = 'device' | 'remote';

/** What there is to do before the service can have a result. */
export interface RemoteWork {
  uploadBytes: number;
  /** Operations that go before it, photos included. */
  requests: number;
  /** How long one of the inspection's own has yet to wait before it is tried again. */
  waitMs: number;
  /** One of the inspection's own was refused: what depends on it will not be sent. */
  isBlocked: boolean;
}

/** What the browser believes of the network (navigator.onLine, navigator.connection). Hints, no more. */
export interface NetworkHints {
  isOnline: boolean;
  downlinkMbps?: number;
  rttMs?: number;
}

export interface RouteQuestion {
  mode: RouteMode;
  deadlineMs: number;
  taskName: TaskName;
  work: RemoteWork;
  quality: NetworkQuality;
  hints: NetworkHints;
  /** Why nothing is being sent at all, where that is so. */
  held?: string;
  /** Where the last task was sent. */
  previous?: Where;
  now: number;
}

export interface Route {
  where: Where;
  /** In words, for people. */
  reason: string;
  /** Milliseconds to a remote result. */
  estimateMs?: number;
}

/** Before anything was measured. The recorded service takes 9 s for three small photos; it is given a chance. */
const UNMEASURED = { latencyMs: 300, bytesPerSecond: 500_000, taskMs: 8_000 };
/** Links send slower than they receive, and the browser only tells the latter. */
const UPLINK_SHARE = 0.25;
/** An answer this fresh outweighs a browser that says it is offline. */
const FRESH_MS = 5_000;
/** Back to the remote only when the way there is well within its time again, so that it does not flap. */
const ROOM_TO_RETURN = 0.6;
const FAILURES = { toLeave: 0.5, toReturn: 0.2 };

/** Where a task is to run. The remote's results are merged whenever they come, so `device` loses nothing. */
export function chooseRoute(question: RouteQuestion): Route {
  const { mode, deadlineMs, work, quality, hints, held, previous, now } = question;
  if (mode !== 'auto') return { where: mode, reason: `options.route is '${mode}'` };
  if (held !== undefined) return { where: 'device', reason: `nothing is being sent: ${held}` };
  if (work.isBlocked) {
    return { where: 'device', reason: 'the service refused something that this task may depend on' };
  }
  const answeredAgo = quality.lastAnswerAt === undefined ? Infinity : Math.abs(now - quality.lastAnswerAt);
  if (!hints.isOnline && answeredAgo > FRESH_MS) {
    return { where: 'device', reason: 'the browser says that there is no network' };
  }
  const failures = failuresAt(quality, now);
  if (failures >= (previous === 'device' ? FAILURES.toReturn : FAILURES.toLeave)) {
    const share = Math.round(failures * 100);
    return { where: 'device', reason: `${share} % of the latest calls to the service failed` };
  }
  const { wayMs, taskMs } = estimate(question);
  const estimateMs = Math.round(wayMs + taskMs);
  const room = (deadlineMs - taskMs) * (previous === 'device' ? ROOM_TO_RETURN : 1);
  if (wayMs <= room)
    return { where: 'remote', reason: `a remote result is expected in ${seconds(estimateMs)}`, estimateMs };
  const limit =
    estimateMs > deadlineMs
      ? `over the deadline of ${seconds(deadlineMs)}`
      : `not yet well enough under the deadline of ${seconds(deadlineMs)} to go back to it`;
  return {
    where: 'device',
    reason: `a remote result would take ${seconds(estimateMs)}, ${limit}`,
    estimateMs,
  };
}

/** The time to bring everything there and to fetch the result, and the time the service itself takes. */
export function estimate({ taskName, work, quality, hints }: RouteQuestion): {
  wayMs: number;
  taskMs: number;
} {
  const hinted = hints.downlinkMbps && (hints.downlinkMbps * 1_000_000 * UPLINK_SHARE) / 8;
  const bytesPerSecond = quality.bytesPerSecond ?? (hinted || UNMEASURED.bytesPerSecond);
  const latencyMs = quality.latencyMs ?? (hints.rttMs || UNMEASURED.latencyMs);
  return {
    wayMs: work.waitMs + (work.uploadBytes / bytesPerSecond) * 1_000 + (work.requests + 1) * latencyMs,
    taskMs: quality.taskMs[taskName] ?? UNMEASURED.taskMs,
  };
}

function seconds(ms: number): string {
  return ms < 9_950 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`;
}
