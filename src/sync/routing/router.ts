import type { TaskName } from '../../domain/enums.ts';
import type { NetworkQuality } from '../../domain/network-quality.ts';
import type { EventHub } from '../../operations/events.ts';
import type { TaskRouting } from '../../operations/run-task.ts';
import { hasEnded } from '../../rules/task-states.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { chooseRoute, type NetworkHints, type Route, type RouteMode, type Where } from './choose-route.ts';
import { observed, type Sample, UNKNOWN_QUALITY } from './network-quality.ts';
import { remoteWork } from './remote-work.ts';

export interface RouterOptions {
  route: RouteMode;
  deadlineMs: number;
  /** Whose findings are final. */
  results: Where;
}

export interface RouterDeps {
  store: OutboxStore;
  events: EventHub;
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the time, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  hints(): NetworkHints;
  /** Why nothing is being sent at all, where that is so. */
  held?(): string | undefined;
}

const TELL_EVERY_MS = 200;
const NEVER = new AbortController().signal;

/**
 * Decides for each started task where it runs, and says why (`route.decided`):
 *
 *   TODO ─▶ choose ─┬─ device ─▶ the device runs it at once
 *                   └─ remote ─▶ wait ─┬─ results came ─▶ nothing to run
 *                                      └─ deadline, or the way is lost ─▶ the device runs it as well
 *
 * Whatever it decides, the task's operations are sent and the remote's results merged when they come.
 */
export class Router implements TaskRouting {
  readonly isFinal: boolean;
  readonly #options: RouterOptions;
  readonly #deps: RouterDeps;
  #quality = UNKNOWN_QUALITY;
  #isToTell = false;
  #previous: Where | undefined;
  readonly #onChange = new Set<() => void>();

  constructor(options: RouterOptions, deps: RouterDeps) {
    this.isFinal = options.results === 'device';
    this.#options = options;
    this.#deps = deps;
    // Calls are measured in the tab that sends, and tasks run in any: all of them hear of both.
    deps.events.on('network.measured', ({ quality }) => this.#take(quality));
    deps.events.on('route.decided', ({ where }) => {
      this.#previous = where;
    });
  }

  get quality(): NetworkQuality {
    return this.#quality;
  }

  /** Counts here at once; a queue that is being sent measures hundreds of calls a second, so it is told now and then. */
  observe(sample: Sample): void {
    this.#take(observed(this.#quality, sample));
    if (this.#isToTell) return;
    this.#isToTell = true;
    void this.#deps.sleep(TELL_EVERY_MS, NEVER).then(() => {
      this.#isToTell = false;
      this.#deps.events.publish({ type: 'network.measured', quality: this.#quality });
    });
  }

  async isForDevice(inspectionId: string, taskName: TaskName, signal: AbortSignal): Promise<boolean> {
    const choose = () => this.#choose(inspectionId, taskName);
    const tell = (route: Route) => this.#decide(inspectionId, taskName, route);
    const first = await choose();
    tell(first);
    if (first.where === 'device') return true;
    if (this.#options.route === 'remote') return false;
    const ended = await this.#results(inspectionId, taskName, choose, signal);
    if (ended === 'arrived' || signal.aborted) return false;
    const { deadlineMs } = this.#options;
    if (ended === 'late') this.observe({ type: 'late', taskName, ms: deadlineMs });
    const late = `the service has not answered within ${deadlineMs / 1_000} s`;
    tell(ended === 'late' ? { where: 'device', reason: late } : ended);
    return true;
  }

  async #choose(inspectionId: string, taskName: TaskName): Promise<Route> {
    const { route: mode, deadlineMs } = this.#options;
    // The service is not even asked to run what it would have no say in.
    if (this.isFinal) return { where: 'device', reason: "options.results is 'device'" };
    const { store, now, hints, held } = this.#deps;
    const reason = held?.();
    return chooseRoute({
      mode,
      deadlineMs,
      taskName,
      work: await remoteWork(store, inspectionId, now()),
      quality: this.#quality,
      hints: hints(),
      ...(reason !== undefined && { held: reason }),
      ...(this.#previous && { previous: this.#previous }),
      now: now(),
    });
  }

  /** Waits for the results of the service, until it is too late or something says that they will be. */
  async #results(
    inspectionId: string,
    taskName: TaskName,
    choose: () => Promise<Route>,
    signal: AbortSignal,
  ): Promise<'arrived' | 'late' | Route> {
    const { events, sleep, store } = this.#deps;
    const stop = new AbortController();
    const over = AbortSignal.any([signal, stop.signal]);
    let outcome: 'arrived' | 'late' | Route = 'late';
    const finish = (found: typeof outcome) => {
      outcome = found;
      stop.abort();
    };
    const off = events.on('task.updated', (event) => {
      const isOurs = event.inspectionId === inspectionId && event.taskName === taskName;
      if (isOurs && hasEnded(event.status)) finish('arrived');
    });
    const reconsider = async () => {
      const route = await choose().catch(() => undefined); // the store may be closed under it
      if (route?.where === 'device' && !over.aborted) finish(route);
    };
    this.#onChange.add(reconsider);
    try {
      // Listen first, look second: results between the two would be missed the other way round.
      const task = (await store.load(inspectionId))?.state.tasks.find(({ name }) => name === taskName);
      if (task && hasEnded(task.status)) return 'arrived';
      await sleep(this.#options.deadlineMs, over);
      return outcome;
    } finally {
      off();
      this.#onChange.delete(reconsider);
      stop.abort();
    }
  }

  #decide(inspectionId: string, taskName: TaskName, { where, reason, estimateMs }: Route): void {
    this.#deps.events.publish({
      type: 'route.decided',
      inspectionId,
      taskName,
      where,
      reason,
      ...(estimateMs !== undefined && { estimateMs }),
    });
  }

  #take(quality: NetworkQuality): void {
    this.#quality = quality;
    for (const changed of this.#onChange) changed();
  }
}
