import { TASK_NAMES, type TaskName } from '../../domain/enums.ts';
import { throwIfAborted } from '../../errors.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import { modelsOfTask } from '../tasks/task-models.ts';
import type { Capabilities } from './capabilities.ts';
import type { EngineName } from './engine.ts';
import { choose, type Verdict } from './engine-choice.ts';
import type { EnginePool } from './engine-pool.ts';

/** What runs where on this device, and why, in words a person understands. */
export interface EngineReport {
  capabilities: Capabilities;
  /** Tasks that have their models here. */
  tasks: TaskName[];
  models: ModelReport[];
}

export interface ModelReport {
  model: string;
  version: string;
  task: string;
  /** The engine that runs this model; absent where none passed, or none was tried yet. */
  engine?: EngineName;
  /** Why this one, or why none. */
  reason: string;
  engines: {
    engine: EngineName;
    /** It reproduced the golden outputs. */
    usable: boolean;
    /** Absent where it can not be tried on this device. */
    tried?: boolean;
    reason: string;
    runMs?: number;
  }[];
}

export interface ReportOptions {
  /**
   * False: tells what is known so far, and fetches the manifest at most. Else every engine that could run here is
   * tried on every model, which downloads both the first time.
   */
  prove?: boolean;
  signal?: AbortSignal | undefined;
}

export async function reportEngines(
  library: Pick<ModelLibrary, 'manifest'>,
  pool: Pick<EnginePool, 'ranking' | 'knownRanking' | 'candidates' | 'verdict'>,
  capabilities: Capabilities,
  { prove = true, signal }: ReportOptions = {},
): Promise<EngineReport> {
  const { models: entries } = await library.manifest();
  const models: ModelReport[] = [];
  for (const model of entries) {
    throwIfAborted(signal);
    const [best] = prove ? await pool.ranking(model, signal) : await pool.knownRanking(model);
    const engines: ModelReport['engines'] = [];
    const verdicts: Partial<Record<EngineName, Verdict>> = {};
    const candidates = await pool.candidates();
    for (const candidate of candidates) {
      const { engine } = candidate;
      if (!candidate.possible) {
        engines.push({ engine, usable: false, reason: candidate.reason });
        continue;
      }
      const verdict = await pool.verdict(model, candidate);
      if (verdict) verdicts[engine] = verdict;
      engines.push({
        engine,
        usable: verdict?.passed === true,
        tried: verdict !== undefined,
        reason: `${candidate.reason}; ${verdict?.reason ?? 'not tried on this model yet'}`,
        ...(verdict?.runMs !== undefined && { runMs: verdict.runMs }),
      });
    }
    const { name, version, task } = model;
    const reason = best
      ? (choose(candidates, verdicts)?.reason ?? best.reason)
      : prove
        ? whyNone(engines)
        : 'no engine was tried yet';
    models.push({ model: name, version, task, engines, reason, ...(best && { engine: best.engine }) });
  }
  const tasks = TASK_NAMES.filter((task) => modelsOfTask(task, entries) !== undefined);
  return { capabilities, tasks, models };
}

function whyNone(engines: ModelReport['engines']): string {
  return engines.some(({ tried }) => tried === false)
    ? 'an engine failed before it could be tried; engine.downgraded says why, and the next start tries it again'
    : 'no engine gives right results for it on this device';
}
