import type {
  DetectorEntry,
  ModelEntry,
  TextDetectorEntry,
  TextRecognizerEntry,
  WheelAnalyserEntry,
} from '../analysis/model-manifest.ts';
import type { DamageModels } from '../analysis/results/task-results.ts';
import type { TaskName } from '../domain/enums.ts';

/** One or more models that run on the same engine. The engines are compared by the sum of their times. */
export type ModelList = readonly [ModelEntry, ...ModelEntry[]];

/** The models that run on wheels together. */
export interface WheelModels<Detector, Analyser = Detector> {
  analyser: Analyser;
  /** Detects wheels. If the manifest lists no wheel detector, this is the part model. */
  wheels: Detector;
  /** The part model. Its detections determine the viewpoint, and so the names of the wheels. */
  parts?: Detector | undefined;
}

export type WheelEntries = WheelModels<DetectorEntry, WheelAnalyserEntry>;

/** The damage models of a manifest: the small and the large one, or only one. A host runs one of them. */
export type DamageTiers = readonly [DetectorEntry, DetectorEntry?];

type TypeRole = DetectorEntry['types'][number]['role'];

/** Returns the model that detects parts of a vehicle, by the roles of its types. */
export function findPartModel(models: readonly ModelEntry[]): DetectorEntry | undefined {
  return findDetector('damage_detection', models, 'part');
}

function tierOf(model: ModelEntry) {
  return (model.kind === 'detector' && model.tier) || 'small';
}

/** Returns the models without the one that only servers can hold. */
export function withoutServerModel<Model extends ModelEntry>(models: readonly Model[]): Model[] {
  return models.filter((model) => tierOf(model) !== 'server');
}

/** Returns the models with the one that only servers can hold in place of the large one. Unchanged if there is none. */
export function withServerModel(models: readonly ModelEntry[]): ModelEntry[] {
  if (!models.some((model) => tierOf(model) === 'server')) return [...models];
  return models
    .filter((model) => tierOf(model) !== 'large')
    .map((model) =>
      model.kind === 'detector' && model.tier === 'server' ? { ...model, tier: 'large' } : model,
    );
}

/** Returns the damage models that a host can choose from. */
export function findDamageTiers(models: readonly ModelEntry[]): DamageTiers | undefined {
  const ofTier = (tier: string) => models.filter((model) => tierOf(model) === tier);
  const [first, second] = [ofTier('small'), ofTier('large')].flatMap(
    (tier) => findDetector('damage_detection', tier, 'damage') ?? [],
  );
  return first && (second ? [first, second] : [first]);
}

/** Returns the models of `damage_detection` with the chosen damage detector. */
export function findDamageModels(models: readonly ModelEntry[], damage: DetectorEntry): DamageModels {
  const parts = findPartModel(models);
  return { damage, ...(parts && { parts }) };
}

export function findWheelModels(models: readonly ModelEntry[]): WheelEntries | undefined {
  const parts = findPartModel(models);
  const wheels = findDetector('wheel_analysis', models, 'wheel') ?? parts;
  const analyser = models.find((model): model is WheelAnalyserEntry => model.kind === 'wheel-analyser');
  if (!analyser || !wheels?.types.some(({ name }) => name === 'wheel')) return undefined;
  return { analyser, wheels, ...(parts && { parts }) };
}

export function findTextModels(models: readonly ModelEntry[]): ModelList | undefined {
  const [first, ...others] = models.filter(
    (model): model is TextDetectorEntry | TextRecognizerEntry => model.task === 'images_ocr',
  );
  return first && [first, ...others];
}

/** Returns every model that a task can run, all tiers, each once. Undefined if a required model is missing. */
export function findTaskModels(task: TaskName, models: readonly ModelEntry[]): ModelList | undefined {
  switch (task) {
    case 'damage_detection': {
      const tiers = findDamageTiers(models);
      return tiers && toModelList([...tiers, findPartModel(models)]);
    }
    case 'wheel_analysis':
      return toModelList(Object.values(findWheelModels(models) ?? {}));
    case 'images_ocr':
      return findTextModels(models);
    case 'repair_estimate':
      return undefined; // computed from the results of the other tasks
  }
}

function toModelList(models: readonly (ModelEntry | undefined)[]): ModelList | undefined {
  const [first, ...others] = new Set(models.filter((model) => model !== undefined));
  return first && [first, ...others];
}

function findDetector(
  task: TaskName,
  models: readonly ModelEntry[],
  role: TypeRole,
): DetectorEntry | undefined {
  return models.find(
    (model): model is DetectorEntry =>
      model.kind === 'detector' && model.task === task && model.types.some((type) => type.role === role),
  );
}
