import type { TaskName } from '../../domain/enums.ts';
import type { ResultAuthority } from '../../domain/records/task.ts';
import { hasEnded } from '../../domain/task/task-status.ts';
import type { EventHub } from '../../operations/events.ts';
import type { TaskRouting } from '../../operations/run-task.ts';
import { type Clock, sleep } from '../../platform/clock.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import type { NetworkMonitor } from '../connection/network-monitor.ts';
import {
  chooseRoute,
  type NetworkHints,
  type Route,
  type RouteMode,
  type TaskLocation,
} from './choose-route.ts';
import { computeRemoteWork } from './remote-work.ts';

export interface RouterOptions {
  route: RouteMode;
  deadlineMs: number;
  /** Whose results are final. */
  results: TaskLocation;
}

export interface RouterDeps {
  network: NetworkMonitor;
  store: OutboxStore;
  events: EventHub;
  clock: Clock;
  readHints(): NetworkHints;
  /** Returns why nothing is sent, or undefined if sending is not paused. */
  getPauseReason?(): string | undefined;
}

/**
 * Decides for each started task where it runs, and emits the decision (`route.decided`):
 *
 *   TODO ─▶ choose ─┬─ device ─▶ the device runs it at once
 *                   └─ remote ─▶ wait ─┬─ results arrive ─▶ nothing to run
 *                                      └─ deadline, or the service becomes unreachable ─▶ the device runs it, too
 *
 * In every case the task's operations are sent, and the remote's results are merged when they arrive.
 */
export class Router implements TaskRouting {
  readonly authority: ResultAuthority;
  readonly #options: RouterOptions;
  readonly #deps: RouterDeps;
  /** Where the task that was routed last runs, in this tab or another. */
  #lastLocation: TaskLocation | undefined;

  constructor(options: RouterOptions, deps: RouterDeps) {
    this.authority = options.results === 'device' ? 'device' : 'service';
    this.#options = options;
    this.#deps = deps;
    deps.events.on('route.decided', ({ where }) => {
      this.#lastLocation = where;
    });
  }

  async shouldRunOnDevice(inspectionId: string, taskName: TaskName, signal: AbortSignal): Promise<boolean> {
    const choose = () => this.#choose(inspectionId, taskName);
    const emit = (route: Route) => this.#emitDecision(inspectionId, taskName, route);
    const first = await choose();
    emit(first);
    if (first.where === 'device') return true;
    if (this.#options.route === 'remote') return false;
    const outcome = await this.#waitForResults(inspectionId, taskName, choose, signal);
    if (outcome === 'arrived' || signal.aborted) return false;
    const { deadlineMs } = this.#options;
    if (outcome === 'late') this.#deps.network.observe({ type: 'late', taskName, ms: deadlineMs });
    const reason = `the service returned no result within ${deadlineMs / 1_000} s`;
    emit(outcome === 'late' ? { where: 'device', reason } : outcome);
    return true;
  }

  async #choose(inspectionId: string, taskName: TaskName): Promise<Route> {
    const { route: mode, deadlineMs } = this.#options;
    if (this.authority === 'device') return { where: 'device', reason: "options.results is 'device'" };
    const { network, store, clock, readHints, getPauseReason } = this.#deps;
    const paused = getPauseReason?.();
    return chooseRoute({
      mode,
      deadlineMs,
      taskName,
      work: await computeRemoteWork(store, inspectionId, clock.now()),
      quality: network.quality,
      hints: readHints(),
      ...(paused !== undefined && { paused }),
      ...(this.#lastLocation && { previous: this.#lastLocation }),
      now: clock.monotonic(),
    });
  }

  /**
   * Waits for the service's results.
   *
   * @returns `late` at the deadline, or a route to the device as soon as a change of the network leads to one
   */
  async #waitForResults(
    inspectionId: string,
    taskName: TaskName,
    choose: () => Promise<Route>,
    signal: AbortSignal,
  ): Promise<'arrived' | 'late' | Route> {
    const { events, network, clock, store } = this.#deps;
    const stop = new AbortController();
    const over = AbortSignal.any([signal, stop.signal]);
    let outcome: 'arrived' | 'late' | Route = 'late';
    const finish = (result: typeof outcome) => {
      outcome = result;
      stop.abort();
    };
    const removeListener = events.on('task.updated', (event) => {
      const isSameTask = event.inspectionId === inspectionId && event.taskName === taskName;
      if (isSameTask && hasEnded(event.status)) finish('arrived');
    });
    const reconsider = async () => {
      const route = await choose().catch(() => undefined); // the store may have been closed
      if (route?.where === 'device' && !over.aborted) finish(route);
    };
    const stopReconsidering = network.onChange(() => void reconsider());
    try {
      // Read the task after adding the listener: otherwise results could arrive in between and be missed.
      const task = (await store.load(inspectionId))?.state.tasks.find(({ name }) => name === taskName);
      if (task && hasEnded(task.status)) return 'arrived';
      await sleep(clock, this.#options.deadlineMs, over);
      return outcome;
    } finally {
      removeListener();
      stopReconsidering();
      stop.abort();
    }
  }

  #emitDecision(inspectionId: string, taskName: TaskName, { where, reason, estimateMs }: Route): void {
    this.#deps.events.publish({
      type: 'route.decided',
      inspectionId,
      taskName,
      where,
      reason,
      ...(estimateMs !== undefined && { estimateMs }),
    });
  }
}

/** Not in every browser, so not in TypeScript's DOM types: https://wicg.github.io/netinfo/ */
interface NetworkInformation {
  downlink?: number;
  rtt?: number;
}

/** Returns what the browser reports about the network. */
export function readNetworkHints(): NetworkHints {
  const navigator = globalThis.navigator as (Navigator & { connection?: NetworkInformation }) | undefined;
  const { downlink, rtt } = navigator?.connection ?? {};
  return {
    // Node's navigator has no `onLine`: that counts as online.
    isOnline: navigator?.onLine !== false,
    ...(downlink !== undefined && { downlinkMbps: downlink }),
    ...(rtt !== undefined && { rttMs: rtt }),
  };
}
