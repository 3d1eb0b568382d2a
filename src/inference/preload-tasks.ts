import { type DetectorEntry, type ModelEntry, selectVariant } from '../analysis/model-manifest.ts';
import { TASK_NAMES, type TaskName } from '../domain/enums.ts';
import { isKerbsideError, type KerbsideError, throwIfAborted } from '../errors.ts';
import type { EngineName } from './engine.ts';
import type { EnginePool } from './engines/engine-pool.ts';
import type { ModelLibrary } from './files/model-library.ts';
import { type DamageTiers, findDamageTiers, findTaskModels, type ModelList } from './task-models.ts';

interface PreloadDeps {
  library: Pick<ModelLibrary, 'manifest' | 'loadFile'>;
  pool: Pick<EnginePool, 'measurePhotoMs' | 'requireEngines' | 'warmUp'>;
  /** Returns the damage model of the tier that this device runs. */
  selectTier(tiers: DamageTiers, signal?: AbortSignal): Promise<DetectorEntry>;
  refine: boolean;
}

interface PreloadedTasks {
  /** That run the models. */
  engines: EngineName[];
  /** If no engine can run some of the models. */
  unsupported: KerbsideError | undefined;
}

/**
 * Fetches the models of tasks, compares the engines on them and loads them into workers.
 *
 * @param tasks By default all, and the models of no task.
 */
export async function preloadTasks(
  tasks: readonly TaskName[] | undefined,
  deps: PreloadDeps,
  signal: AbortSignal | undefined,
): Promise<PreloadedTasks> {
  const { library, pool } = deps;
  const engines = new Set<EngineName>();
  let unsupported: KerbsideError | undefined;
  for (const list of await listModels(tasks, deps, signal)) {
    throwIfAborted(signal);
    const ranked = await pool.requireEngines(list, signal).catch((error: unknown) => {
      if (!isKerbsideError(error, 'unsupported')) throw error;
      unsupported ??= error;
      return [];
    });
    for (const { engine, precision } of ranked) {
      engines.add(engine);
      // The verdict may be stored, and the file evicted by the browser.
      for (const model of list) await library.loadFile(selectVariant(model, precision), signal);
    }
    if (ranked.length > 0) await pool.warmUp(list, signal);
  }
  return { engines: [...engines], unsupported };
}

/** Returns the models that run together, task by task. Damage models of the other tier are left out. */
async function listModels(
  tasks: readonly TaskName[] | undefined,
  { library, pool, selectTier, refine }: PreloadDeps,
  signal: AbortSignal | undefined,
): Promise<ModelList[]> {
  const { models: listed } = await library.manifest();
  const tiers = !tasks || tasks.includes('damage_detection') ? findDamageTiers(listed) : undefined;
  const chosen = tiers && (await selectTier(tiers, signal));
  // A task decides by the time of a photo how many crops it can afford.
  if (chosen?.maxCrops && refine) await pool.measurePhotoMs(chosen, signal);
  const models = listed.filter((model) => model === chosen || !tiers?.some((tier) => tier === model));
  const lists = (tasks ?? TASK_NAMES).flatMap((task): ModelList[] => {
    const list = findTaskModels(task, models);
    return list ? [list] : [];
  });
  if (tasks) return lists;
  const isListed = (model: ModelEntry) => lists.some((list) => list.includes(model));
  return [...lists, ...models.filter((model) => !isListed(model)).map((model): ModelList => [model])];
}
