import type {
  DetectorEntry,
  ModelEntry,
  TextDetectorEntry,
  TextRecognizerEntry,
  WheelAnalyserEntry,
} from '../../analysis/model-manifest.ts';
import type { TaskName } from '../../domain/enums.ts';

/** At least one; the first says on which engine they run. */
export type Models = readonly [ModelEntry, ...ModelEntry[]];

export interface DamageModels {
  damage: DetectorEntry;
  /** May be the same one: a network that finds damages and parts. */
  parts?: DetectorEntry;
}

export interface WheelModels {
  analyser: WheelAnalyserEntry;
  /** Finds wheels; the part model where the manifest lists no detector of their own. */
  wheels: DetectorEntry;
  /** Tells the viewpoint, and so which wheel is which. */
  parts?: DetectorEntry;
}

type Listed = readonly ModelEntry[];
type Role = DetectorEntry['types'][number]['role'];

/** The one that finds parts of a vehicle: what its types are says so. */
export function partModel(models: Listed): DetectorEntry | undefined {
  return detectorOf('damage_detection', models, 'part');
}

export function damageModels(models: Listed): DamageModels | undefined {
  const damage = detectorOf('damage_detection', models, 'damage');
  const parts = partModel(models);
  return damage && { damage, ...(parts && { parts }) };
}

export function wheelModels(models: Listed): WheelModels | undefined {
  const parts = partModel(models);
  const wheels = detectorOf('wheel_analysis', models, 'wheel') ?? parts;
  const analyser = models.find((model): model is WheelAnalyserEntry => model.kind === 'wheel-analyser');
  if (!analyser || !wheels?.types.some(({ name }) => name === 'wheel')) return undefined;
  return { analyser, wheels, ...(parts && { parts }) };
}

export function textModels(models: Listed): Models | undefined {
  const [first, ...others] = models.filter(
    (model): model is TextDetectorEntry | TextRecognizerEntry => model.task === 'images_ocr',
  );
  return first && [first, ...others];
}

/** Every model that a task runs, each once; undefined where something is missing that it can not do without. */
export function modelsOfTask(task: TaskName, models: Listed): Models | undefined {
  switch (task) {
    case 'damage_detection':
      return allOf(damageModels(models));
    case 'wheel_analysis':
      return allOf(wheelModels(models));
    case 'images_ocr':
      return textModels(models);
    case 'repair_estimate':
      return undefined; // worked out of what the others found
  }
}

function allOf(models: DamageModels | WheelModels | undefined): Models | undefined {
  const [first, ...others] = new Set<ModelEntry>(Object.values(models ?? {}));
  return first && [first, ...others];
}

function detectorOf(task: TaskName, models: Listed, role: Role): DetectorEntry | undefined {
  return models.find(
    (model): model is DetectorEntry =>
      model.kind === 'detector' && model.task === task && model.types.some((type) => type.role === role),
  );
}
