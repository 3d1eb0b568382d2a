import type { AwaitedTask } from '../../domain/delivery.ts';
import type { Entities, NormalizedResponse } from '../../domain/entities.ts';
import { isKerbsideError } from '../../errors.ts';
import type { Changes } from '../../operations/changes.ts';
import { hasEnded } from '../../rules/task-states.ts';
import type { OutboxStore } from '../../store/outbox-store.ts';
import { BACKOFF } from '../sending/backoff.ts';
import { giveUpResults } from './abandon-results.ts';
import { mergeResults } from './merge-results.ts';

export interface PollerDeps {
  store: OutboxStore;
  changes: Pick<Changes, 'apply'>;
  /** The inspection with this remote id, as the service has it now. */
  fetchInspection(remoteId: string, signal: AbortSignal): Promise<NormalizedResponse>;
  /** Milliseconds that only rise. */
  now(): number;
  /** Resolves after the time, or as soon as the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A task's results are in the inspection. */
  onArrived?(task: AwaitedTask): void;
}

const STEP_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * Asks for the results of the tasks that the service was told to run, and merges them as they come:
 *
 *   nothing awaited ── look() ──▶ ask, one inspection after the other ──▶ merge what has ended
 *          ▲                           │        ▲
 *          └──── none left ────────────┘        └─ 1 s, 2 s, 3 s … 30 s later
 *
 * Requests never overlap. What is awaited is in the store, so whoever runs next goes on where this one stopped.
 */
export class ResultsPoller {
  readonly #deps: PollerDeps;
  /** By inspection: how often it was asked for in vain, and when it is due again. */
  readonly #rounds = new Map<string, { asked: number; due: number }>();
  #alarm = new AbortController();
  /** The service asked for patience: until then nothing is asked, whoever hurries. */
  #notBefore = 0;

  constructor(deps: PollerDeps) {
    this.#deps = deps;
  }

  /** Runs until the signal aborts; for one tab at a time. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = () => this.#alarm.abort();
    signal.addEventListener('abort', stop);
    try {
      while (!signal.aborted) {
        this.#alarm = new AbortController();
        if (signal.aborted) return;
        const awaited = byInspection(await this.#deps.store.awaited());
        for (const id of this.#rounds.keys()) if (!awaited.has(id)) this.#rounds.delete(id);
        for (const [inspectionId, tasks] of awaited) {
          if (!signal.aborted && this.#isDue(inspectionId)) await this.#ask(inspectionId, tasks, signal);
        }
        if (!signal.aborted) await this.#untilDue();
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Something new may be awaited. */
  look(): void {
    this.#alarm.abort();
  }

  /** The network may be back, or a person looks again: everything is due now. */
  hurry(): void {
    this.#rounds.clear();
    this.#alarm.abort();
  }

  #isDue(inspectionId: string): boolean {
    const { due = 0 } = this.#rounds.get(inspectionId) ?? {};
    return Math.max(due, this.#notBefore) <= this.#deps.now();
  }

  async #ask(inspectionId: string, tasks: readonly AwaitedTask[], signal: AbortSignal): Promise<void> {
    const asked = (this.#rounds.get(inspectionId)?.asked ?? 0) + 1;
    // A request that fails is one asked in vain: the next one may do better.
    const arrived = await this.#merge(inspectionId, tasks, signal).catch((error: unknown) => {
      const { retryAfterMs } = isKerbsideError(error) ? error.details : {};
      if (typeof retryAfterMs === 'number')
        this.#notBefore = this.#deps.now() + Math.min(retryAfterMs, BACKOFF.capMs);
      return [];
    });
    for (const task of arrived) this.#deps.onArrived?.(task);
    const due = this.#deps.now() + Math.min(asked * STEP_MS, LONGEST_MS);
    if (arrived.length === tasks.length) this.#rounds.delete(inspectionId);
    else this.#rounds.set(inspectionId, { asked, due });
  }

  async #merge(
    inspectionId: string,
    tasks: readonly AwaitedTask[],
    signal: AbortSignal,
  ): Promise<AwaitedTask[]> {
    const { store, changes } = this.#deps;
    const loaded = await store.load(inspectionId);
    if (!loaded || loaded.state.inspection.deletedAt) {
      await store.record(tasks.map(({ taskName }) => ({ type: 'arrived', inspectionId, taskName })));
      return [];
    }
    const [known] = await store.remoteIds([inspectionId]);
    if (!known) return [];
    const entities = await this.#fetch(known.remoteId, signal);
    if (!entities) {
      await changes.apply(inspectionId, giveUpResults(tasks.map(({ taskName }) => taskName)));
      return [];
    }
    if (!tasks.some(({ taskName }) => hasEndedThere(entities, taskName))) return [];
    const unsent = await store.operations({ inspectionId });
    const remoteIds = await store.remoteIdsOf(inspectionId);
    const awaited = tasks.map(({ taskName }) => taskName);
    const ended = await changes.apply(inspectionId, mergeResults({ entities, remoteIds, unsent, awaited }));
    return tasks.filter(({ taskName }) => ended.includes(taskName));
  }

  /** Undefined when the service says that it no longer has the inspection. */
  async #fetch(remoteId: string, signal: AbortSignal): Promise<Entities | undefined> {
    try {
      return (await this.#deps.fetchInspection(remoteId, signal)).entities;
    } catch (error) {
      if (isKerbsideError(error, 'not_found')) return undefined;
      throw error;
    }
  }

  async #untilDue(): Promise<void> {
    const { signal } = this.#alarm;
    const now = this.#deps.now();
    const times = [...this.#rounds.values()].map(({ due }) => Math.max(due, this.#notBefore));
    if (this.#notBefore > now) times.push(this.#notBefore);
    const wait = times.length > 0 ? Math.max(0, Math.min(...times) - now) : undefined;
    if (wait !== undefined) return this.#deps.sleep(wait, signal);
    if (signal.aborted) return;
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
}

function byInspection(tasks: readonly AwaitedTask[]): Map<string, AwaitedTask[]> {
  const grouped = new Map<string, AwaitedTask[]>();
  for (const task of tasks) grouped.set(task.inspectionId, [...(grouped.get(task.inspectionId) ?? []), task]);
  return grouped;
}

function hasEndedThere({ tasks }: Entities, taskName: string): boolean {
  return Object.values(tasks).some(({ name, status }) => name === taskName && hasEnded(status));
}
