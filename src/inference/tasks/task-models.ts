import type {
  DetectorEntry,
  ModelEntry,
  TextDetectorEntry,
  TextRecognizerEntry,
  WheelAnalyserEntry,
} from '../../analysis/model-manifest.ts';
import type { DamageModels } from '../../analysis/results/task-results.ts';
import type { TaskName } from '../../domain/enums.ts';

/** One or more models that run on the same engine. The engine is ranked by the first one. */
export type ModelList = readonly [ModelEntry, ...ModelEntry[]];

export interface WheelModels {
  analyser: WheelAnalyserEntry;
  /** Detects wheels. If the manifest lists no wheel detector, this is the part model. */
  wheels: DetectorEntry;
  /** The part model. Its detections determine the viewpoint, and so the names of the wheels. */
  parts?: DetectorEntry;
}

type TypeRole = DetectorEntry['types'][number]['role'];

/** Returns the model that detects parts of a vehicle, by the roles of its types. */
export function findPartModel(models: readonly ModelEntry[]): DetectorEntry | undefined {
  return findDetector('damage_detection', models, 'part');
}

export function findDamageModels(models: readonly ModelEntry[]): DamageModels | undefined {
  const damage = findDetector('damage_detection', models, 'damage');
  const parts = findPartModel(models);
  return damage && { damage, ...(parts && { parts }) };
}

export function findWheelModels(models: readonly ModelEntry[]): WheelModels | undefined {
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

/** Returns every model that a task runs, each once, or undefined if a required model is missing. */
export function findTaskModels(task: TaskName, models: readonly ModelEntry[]): ModelList | undefined {
  switch (task) {
    case 'damage_detection':
      return toModelList(findDamageModels(models));
    case 'wheel_analysis':
      return toModelList(findWheelModels(models));
    case 'images_ocr':
      return findTextModels(models);
    case 'repair_estimate':
      return undefined; // computed from the results of the other tasks
  }
}

function toModelList(models: DamageModels | WheelModels | undefined): ModelList | undefined {
  const [first, ...others] = new Set<ModelEntry>(Object.values(models ?? {}));
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
