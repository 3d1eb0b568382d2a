import { TASK_NAMES, type TaskName } from '../../domain/enums.ts';
import { throwIfAborted } from '../../errors.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import { findTaskModels } from '../tasks/task-models.ts';
import type { Capabilities } from './capabilities.ts';
import type { EngineName } from './engine.ts';
import { chooseEngine, type EngineVerdicts } from './engine-choice.ts';
import type { EnginePool } from './engine-pool.ts';

/** The engine of every model on this device. Reasons are texts for people. */
export interface EngineReport {
  capabilities: Capabilities;
  /** The tasks whose models the manifest lists. */
  tasks: TaskName[];
  models: ModelReport[];
}

/** The engines of one model. */
export interface ModelReport {
  model: string;
  version: string;
  task: string;
  /** The engine that runs this model. Absent if no engine passed the self-test, or none was tried yet. */
  engine?: EngineName;
  /** Why this engine was chosen, or why there is none. */
  reason: string;
  engines: {
    engine: EngineName;
    /** Whether the engine passed the self-test: it reproduced the golden outputs. */
    usable: boolean;
    /** Whether the self-test was run. Absent if the engine cannot run on this device. */
    tried?: boolean;
    reason: string;
    /** Median time of one run on the golden picture, in milliseconds. */
    runMs?: number;
  }[];
}

/** Options of `engines`. */
export interface ReportOptions {
  /**
   * Whether to run missing self-tests: every possible engine on every model. This downloads the engines and models the
   * first time. If false, the report contains the verdicts so far, and only the manifest is fetched.
   *
   * @default true
   */
  prove?: boolean;
  signal?: AbortSignal | undefined;
}

/** Creates the report of `engines()`. */
export async function reportEngines(
  library: Pick<ModelLibrary, 'manifest'>,
  pool: Pick<EnginePool, 'rankEngines' | 'rankKnownEngines' | 'listCandidates' | 'getVerdict'>,
  capabilities: Capabilities,
  { prove = true, signal }: ReportOptions = {},
): Promise<EngineReport> {
  const { models: entries } = await library.manifest();
  const models: ModelReport[] = [];
  for (const model of entries) {
    throwIfAborted(signal);
    const [best] = prove ? await pool.rankEngines(model, signal) : await pool.rankKnownEngines(model);
    const engines: ModelReport['engines'] = [];
    const verdicts: EngineVerdicts = {};
    const candidates = await pool.listCandidates();
    for (const candidate of candidates) {
      const { engine } = candidate;
      if (!candidate.possible) {
        engines.push({ engine, usable: false, reason: candidate.reason });
        continue;
      }
      const verdict = await pool.getVerdict(model, candidate);
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
      ? (chooseEngine(candidates, verdicts)?.reason ?? best.reason)
      : prove
        ? describeNoEngine(engines)
        : 'no engine was tried yet';
    models.push({ model: name, version, task, engines, reason, ...(best && { engine: best.engine }) });
  }
  const tasks = TASK_NAMES.filter((task) => findTaskModels(task, entries) !== undefined);
  return { capabilities, tasks, models };
}

function describeNoEngine(engines: ModelReport['engines']): string {
  return engines.some(({ tried }) => tried === false)
    ? 'an engine failed before its self-test; the event engine.downgraded has the reason, and the next start tries it again'
    : 'no engine passed its self-test on this device';
}
