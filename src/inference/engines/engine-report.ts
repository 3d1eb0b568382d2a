import type { LicenceKind } from '../../analysis/licence.ts';
import type { DetectorEntry, ModelEntry } from '../../analysis/model-manifest.ts';
import { TASK_NAMES, type TaskName } from '../../domain/enums.ts';
import { throwIfAborted } from '../../errors.ts';
import type { EngineName } from '../engine.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import { findDamageTiers, findTaskModels, type ModelList } from '../task-models.ts';
import type { Capabilities } from './capabilities.ts';
import { countCropsWithin } from './crop-budget.ts';
import { chooseEngine, type EngineCandidate } from './engine-choice.ts';
import type { EnginePool } from './engine-pool.ts';
import { chooseTier } from './tier-choice.ts';

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
  /** The permitted use of the model, and why: a text for people. */
  licence: string;
  /** `research`: for research and non-commercial use only. */
  licenceKind: LicenceKind;
  /** Of damage models: `large` replaces `small` on devices where it is fast enough. */
  tier?: 'small' | 'large' | 'server';
  /** The engine that runs this model. Absent if no engine passed the self-test, none was tried yet, or the
   * model of another tier runs. */
  engine?: EngineName;
  /** Of damage models: the most crops of a photo on which it runs within the budget. Absent if none. */
  crops?: number;
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
    /** Median time of the model's runs for a typical photo, in milliseconds. Absent if there is only one engine. */
    photoMs?: number;
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

interface ReportDeps {
  library: Pick<ModelLibrary, 'manifest'>;
  pool: Pick<
    EnginePool,
    | 'rankEngines'
    | 'rankKnownEngines'
    | 'listCandidates'
    | 'getVerdict'
    | 'getVerdicts'
    | 'measurePhotoMs'
    | 'getPhotoMs'
  >;
  capabilities: Capabilities;
  forcedEngine?: EngineName | undefined;
  budgetMs: number;
  refine: boolean;
}

/** Creates the report of `engines()`. */
export async function reportEngines(
  { library, pool, capabilities, forcedEngine, budgetMs, refine }: ReportDeps,
  { prove: proveAll = true, signal }: ReportOptions = {},
): Promise<EngineReport> {
  const { models: entries } = await library.manifest();
  const tiers = findDamageTiers(entries);
  const measure = (model: DetectorEntry) =>
    proveAll ? pool.measurePhotoMs(model, signal) : pool.getPhotoMs(model);
  const choice = tiers?.[1] && (await chooseTier(tiers, measure, budgetMs));
  const candidates = await pool.listCandidates();
  const models: ModelReport[] = [];
  for (const model of entries) {
    throwIfAborted(signal);
    const isReplaced =
      choice !== undefined && choice.model !== model && tiers?.some((tier) => tier === model);
    // A model that does not run is not downloaded.
    const prove = proveAll && !isReplaced;
    const list = isReplaced ? ([model] as const) : findCompanions(model, entries, choice?.model);
    const [best] = prove ? await pool.rankEngines(list, signal) : await pool.rankKnownEngines(list);
    const engines = await Promise.all(candidates.map((candidate) => reportCandidate(model, candidate, pool)));
    const engine = isReplaced ? undefined : best?.engine;
    const isCropping = engine && refine && model.kind === 'detector' && model.maxCrops !== undefined;
    const crops = isCropping ? countCropsWithin(budgetMs, model, await measure(model)) : 0;
    const describe = async () => {
      if (isReplaced) return choice.reason;
      if (!best) return describeNoEngine(engines, prove);
      const chosen = !forcedEngine && chooseEngine(candidates, await pool.getVerdicts(list), best.engine);
      return chosen ? chosen.reason : best.reason;
    };
    models.push({
      ...describeModel(model),
      engines,
      reason: await describe(),
      ...(engine && { engine }),
      ...(crops > 0 && { crops }),
    });
  }
  const tasks = TASK_NAMES.filter((task) => findTaskModels(task, entries) !== undefined);
  return { capabilities, tasks, models };
}

function describeModel(model: ModelEntry) {
  const { name, version, task, licence, licenceKind = 'free' } = model;
  const tier = model.kind === 'detector' ? model.tier : undefined;
  return { model: name, version, task, licence, licenceKind, ...(tier && { tier }) };
}

async function reportCandidate(
  model: ModelEntry,
  candidate: EngineCandidate,
  pool: Pick<EnginePool, 'getVerdict'>,
): Promise<ModelReport['engines'][number]> {
  const { engine } = candidate;
  if (!candidate.possible) return { engine, usable: false, reason: candidate.reason };
  const verdict = await pool.getVerdict(model, candidate);
  return {
    engine,
    usable: verdict?.passed === true,
    tried: verdict !== undefined,
    reason: `${candidate.reason}; ${verdict?.reason ?? 'not tried on this model yet'}`,
    ...(verdict?.runMs !== undefined && { runMs: verdict.runMs }),
    ...(verdict?.photoMs !== undefined && { photoMs: verdict.photoMs }),
  };
}

/** Returns the models that run together with this one in its own task: the engines are compared for all of them. */
function findCompanions(
  model: ModelEntry,
  models: readonly ModelEntry[],
  damage: DetectorEntry | undefined,
): ModelList {
  const task = TASK_NAMES.find((name) => name === model.task);
  const tiers = findDamageTiers(models);
  const used = damage
    ? models.filter((one) => one === damage || !tiers?.some((tier) => tier === one))
    : models;
  const list = task && findTaskModels(task, used);
  return list?.includes(model) ? list : [model];
}

function describeNoEngine(engines: ModelReport['engines'], wasProven: boolean): string {
  if (!wasProven) return 'no engine was tried yet';
  return engines.some(({ tried }) => tried === false)
    ? 'an engine failed before its self-test; the event engine.downgraded has the reason, and the next start tries it again'
    : 'no engine passed its self-test on this device';
}
