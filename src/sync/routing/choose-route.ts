import type { TaskName } from '../../domain/enums.ts';
import { getFailureRate, type MeasuredQuality } from '../connection/network-quality.ts';

/** How tasks are routed: `auto` decides for each task, the others always run it there. */
export type RouteMode = 'auto' | 'device' | 'remote';
/** Where a task runs: on this device, or at the remote service. */
export type TaskLocation = 'device' | 'remote';

/** The steps before the service can return a result. */
export interface RemoteWork {
  uploadBytes: number;
  /** Operations that must be sent before, photos included. */
  requests: number;
  /** How long an operation of this inspection still waits for its retry. */
  waitMs: number;
  /** Whether an operation of this inspection is blocked: operations that depend on it are not sent. */
  isBlocked: boolean;
}

/** The browser's report about the network (`navigator.onLine`, `navigator.connection`). It is often wrong. */
export interface NetworkHints {
  isOnline: boolean;
  downlinkMbps?: number;
  rttMs?: number;
}

export interface RouteInput {
  mode: RouteMode;
  deadlineMs: number;
  taskName: TaskName;
  work: RemoteWork;
  quality: MeasuredQuality;
  hints: NetworkHints;
  /** Why nothing is sent, if sending is paused. */
  paused?: string;
  /** Where the last task was routed to. */
  previous?: TaskLocation;
  /** Monotonic. */
  now: number;
}

export interface Route {
  where: TaskLocation;
  /** An explanation for users. */
  reason: string;
  /** Estimated milliseconds to a remote result. */
  estimateMs?: number;
}

/** Assumed before anything was measured. The recorded service takes 9 s for 3 small photos; `auto` gives it a chance. */
const UNMEASURED = { latencyMs: 300, bytesPerSecond: 500_000, taskMs: 8_000 };
/** Uplink speed relative to the downlink. Browsers report only the downlink. */
const UPLINK_SHARE = 0.25;
/** A response this recent outweighs a browser that reports offline. */
const RECENT_RESPONSE_MS = 5_000;
/** Hysteresis: tasks return to the remote only if sending takes at most this share of the time available for it. */
const RETURN_SHARE = 0.6;
/** Hysteresis: failure rates at which tasks leave the remote, and below which they return. */
const FAILURE_RATE = { toLeave: 0.5, toReturn: 0.2 };

/** Decides where a task runs. The remote's results are merged whenever they arrive, so `device` loses nothing. */
export function chooseRoute(input: RouteInput): Route {
  const { mode, deadlineMs, work, quality, hints, paused, previous, now } = input;
  if (mode !== 'auto') return { where: mode, reason: `options.route is '${mode}'` };
  if (paused !== undefined) return { where: 'device', reason: `sending is paused: ${paused}` };
  if (work.isBlocked) {
    return { where: 'device', reason: 'an operation that this task may depend on was rejected' };
  }
  const sinceResponse = now - (quality.lastResponseAt ?? Number.NEGATIVE_INFINITY);
  if (!hints.isOnline && sinceResponse > RECENT_RESPONSE_MS) {
    return { where: 'device', reason: 'the browser reports no network' };
  }
  const failureRate = getFailureRate(quality, now);
  if (failureRate >= (previous === 'device' ? FAILURE_RATE.toReturn : FAILURE_RATE.toLeave)) {
    const percent = Math.round(failureRate * 100);
    return { where: 'device', reason: `${percent} % of the latest calls to the service failed` };
  }
  const { sendMs, taskMs } = estimateTimes(input);
  const estimateMs = Math.round(sendMs + taskMs);
  const availableMs = (deadlineMs - taskMs) * (previous === 'device' ? RETURN_SHARE : 1);
  if (sendMs <= availableMs)
    return {
      where: 'remote',
      reason: `a remote result is expected in ${formatSeconds(estimateMs)}`,
      estimateMs,
    };
  const limit =
    estimateMs > deadlineMs
      ? `over the deadline of ${formatSeconds(deadlineMs)}`
      : `too close to the deadline of ${formatSeconds(deadlineMs)} to return to the service`;
  return {
    where: 'device',
    reason: `a remote result would take ${formatSeconds(estimateMs)}, ${limit}`,
    estimateMs,
  };
}

/** Estimates the time to send everything and fetch the result, and the time that the service takes. */
function estimateTimes({ taskName, work, quality, hints }: RouteInput): { sendMs: number; taskMs: number } {
  const hinted = hints.downlinkMbps && (hints.downlinkMbps * 1_000_000 * UPLINK_SHARE) / 8;
  const bytesPerSecond = quality.bytesPerSecond ?? (hinted || UNMEASURED.bytesPerSecond);
  const latencyMs = quality.latencyMs ?? (hints.rttMs || UNMEASURED.latencyMs);
  return {
    sendMs: work.waitMs + (work.uploadBytes / bytesPerSecond) * 1_000 + (work.requests + 1) * latencyMs,
    taskMs: quality.taskMs[taskName] ?? UNMEASURED.taskMs,
  };
}

function formatSeconds(ms: number): string {
  return ms < 9_950 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`;
}
