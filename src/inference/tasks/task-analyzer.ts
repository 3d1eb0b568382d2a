import { type Detection, lowestThreshold } from '../../analysis/detection/detections.ts';
import type { DetectorEntry, ModelEntry } from '../../analysis/model-manifest.ts';
import { findHintedWheel } from '../../analysis/parts/hinted-parts.ts';
import { lowestDamageThreshold, readDamageThresholds } from '../../analysis/results/damage-thresholds.ts';
import type {
  DamageModels,
  ImageOutput,
  PhotoWheels,
  TaskOutputs,
  TaskResult,
} from '../../analysis/results/task-results.ts';
import type { ImageText } from '../../analysis/results/text-results.ts';
import type { ComplianceResult } from '../../domain/records/image.ts';
import type { AnalysisResult, Coverage } from '../../domain/task/analysis-result.ts';
import type { AnalysisImage, AnalysisRequest, Analyzer } from '../../domain/task/analyzer.ts';
import { KerbsideError } from '../../errors.ts';
import type { QueuedImage } from '../../photo/decode-ahead.ts';
import {
  type DamageTiers,
  findDamageModels,
  findDamageTiers,
  findPartModel,
  findTaskModels,
  findTextModels,
  findWheelModels,
  type ModelList,
  type WheelEntries,
} from '../task-models.ts';
import type { DetectorRequest } from './model-requests.ts';
import { type ModelRun, processImages, toImageOutput } from './process-images.ts';
import type { TextRequest } from './text-reader.ts';

/** Returns the most crops of a photo on which a host runs a damage model. */
type CountCrops = (model: DetectorEntry, signal: AbortSignal) => Promise<number>;

/** When the large damage model reanalyzes the photos of the small one. */
export interface Reanalysis {
  /** Returns whether a reanalysis is to be expected. Downloads nothing. */
  isExpected(tiers: DamageTiers, signal: AbortSignal): Promise<boolean>;
  /** Returns the model of the reanalysis, or undefined if it cannot run well enough. */
  chooseModel(tiers: DamageTiers, signal: AbortSignal): Promise<DetectorEntry | undefined>;
  countCrops?: CountCrops;
}

/**
 * Runs the steps of photo-pipeline.ts and turns their outputs into results: in workers of a browser, or in the process
 * of Node.
 */
export interface ModelRunner {
  /** Returns all models of the manifest, in its order. */
  listModels(): Promise<readonly ModelEntry[]>;
  /** Returns how many photos of a task to run at the same time. By default one: a device has memory for one photo. */
  countPhotosAtOnce?(): Promise<number>;
  /** Returns the damage model that this host runs. */
  chooseTier(tiers: DamageTiers, signal: AbortSignal): Promise<DetectorEntry>;
  /** Absent: this host runs no model on crops. */
  countCrops?: CountCrops;
  /** How this host reanalyzes photos that the small damage model has analyzed. Absent: never. */
  reanalysis?: Reanalysis;
  /** Returns the detections of each detector, in the order of the requests. */
  detect(
    requests: readonly [DetectorRequest<DetectorEntry>, ...DetectorRequest<DetectorEntry>[]],
    queued: QueuedImage<AnalysisImage>,
    signal: AbortSignal,
  ): Promise<ModelRun<Detection[][]>>;
  detectWheels(
    models: WheelEntries,
    queued: QueuedImage<AnalysisImage>,
    signal: AbortSignal,
  ): Promise<ModelRun<PhotoWheels>>;
  readText(
    models: ModelList,
    queued: QueuedImage<AnalysisImage>,
    request: TextRequest,
    signal: AbortSignal,
  ): Promise<ModelRun<ImageText>>;
  assessQuality(image: AnalysisImage, signal: AbortSignal): Promise<ComplianceResult>;
  createTaskResult(outputs: TaskOutputs, signal: AbortSignal): Promise<TaskResult>;
  createCoverageResult(
    output: ImageOutput<Detection[]>,
    parts: DetectorEntry,
    signal: AbortSignal,
  ): Promise<Coverage>;
}

/** An analyzer that reanalyzes only if its host does. */
export type TaskAnalyzer = Required<Omit<Analyzer, 'reanalyze'>> & Pick<Analyzer, 'reanalyze'>;

/**
 * Creates the analyzer of every host. A task takes 3 steps: find its models in the manifest, run them on one photo
 * after the other, turn the outputs of all photos into a result.
 */
export function createTaskAnalyzer(runner: ModelRunner): TaskAnalyzer {
  const { reanalysis } = runner;
  const tasks = new TaskRuns(runner);
  return {
    supports: async (task) => findTaskModels(task, await runner.listModels()) !== undefined,

    async analyze(request) {
      const { name } = request.task;
      const listed = await runner.listModels();
      const tiers = name === 'damage_detection' && findDamageTiers(listed);
      if (tiers) {
        const damage = await runner.chooseTier(tiers, request.signal);
        const result = await tasks.detectDamages(
          findDamageModels(listed, damage),
          request,
          runner.countCrops,
        );
        const isReanalyzed = damage !== tiers[1] && (await reanalysis?.isExpected(tiers, request.signal));
        return { ...result, ...(isReanalyzed && { reanalysis: 'pending' }) };
      }
      const wheels = name === 'wheel_analysis' && findWheelModels(listed);
      if (wheels) return tasks.analyzeWheels(wheels, request);
      const text = name === 'images_ocr' && findTextModels(listed);
      if (text) return tasks.readTexts(text, request);
      throw new KerbsideError('unsupported', `There is no model for the task ${name} on this device.`);
    },

    ...(reanalysis && {
      async reanalyze(request) {
        const listed = await runner.listModels();
        const tiers = request.task.name === 'damage_detection' ? findDamageTiers(listed) : undefined;
        const damage = tiers && (await reanalysis.chooseModel(tiers, request.signal));
        return (
          damage && tasks.detectDamages(findDamageModels(listed, damage), request, reanalysis.countCrops)
        );
      },
    }),

    assess: (image, signal) => runner.assessQuality(image, signal),

    async assessCoverage(image, signal) {
      const model = findPartModel(await runner.listModels());
      if (!model) return undefined;
      const request = { model, threshold: lowestThreshold(model) };
      const { output } = await runner.detect([request], { image }, signal);
      return runner.createCoverageResult(toImageOutput(image, output.flat()), model, signal);
    },
  };
}

/** Runs the models of a task on its photos, and creates its result. */
class TaskRuns {
  readonly #runner: ModelRunner;

  constructor(runner: ModelRunner) {
    this.#runner = runner;
  }

  async detectDamages(
    { damage, parts }: DamageModels,
    request: AnalysisRequest,
    countCrops: CountCrops | undefined,
  ): Promise<AnalysisResult> {
    const thresholds = readDamageThresholds(request.task, damage.threshold);
    const threshold = lowestDamageThreshold(
      thresholds,
      damage.types.filter(({ role }) => role === 'damage').map(({ name }) => name),
    );
    const isOneModel = parts === damage;
    const crops = damage.maxCrops ? ((await countCrops?.(damage, request.signal)) ?? 0) : 0;
    const detectors: [DetectorRequest<DetectorEntry>, ...DetectorRequest<DetectorEntry>[]] = [
      {
        model: damage,
        threshold: isOneModel ? Math.min(threshold, lowestThreshold(damage)) : threshold,
        ...(crops > 0 && { crops }),
      },
      ...(parts && !isOneModel ? [{ model: parts, threshold: lowestThreshold(parts) }] : []),
    ];
    const { images, engine } = await processImages(request, await this.#countAtOnce(), (queued) =>
      this.#runner.detect(detectors, queued, request.signal),
    );
    const models = { damage, ...(parts && { parts }) };
    const outputs: TaskOutputs = { kind: 'damage', models, thresholds, images };
    return {
      createdBy: toCreatedBy(damage, engine),
      ...(parts && { partsCreatedBy: toCreatedBy(parts, engine) }),
      ...(await this.#runner.createTaskResult(outputs, request.signal)),
    };
  }

  async analyzeWheels(models: WheelEntries, request: AnalysisRequest): Promise<AnalysisResult> {
    const { useLongshots = true } = request.task;
    const { wheels, analyser } = models;
    const used = request.images.filter((image) => useLongshots || findHintedWheel(image) !== undefined);
    const { images, engine } = await processImages(
      { ...request, images: used },
      await this.#countAtOnce(),
      (queued) =>
        // The viewpoint is only needed to name a wheel without a hint.
        this.#runner.detectWheels(
          findHintedWheel(queued.image) ? { wheels, analyser } : models,
          queued,
          request.signal,
        ),
    );
    const result = await this.#runner.createTaskResult({ kind: 'wheels', images }, request.signal);
    return { createdBy: toCreatedBy(analyser, engine), ...result };
  }

  async readTexts(models: ModelList, request: AnalysisRequest): Promise<AnalysisResult> {
    const { images, engine } = await processImages(request, await this.#countAtOnce(), (queued) => {
      const { imageType = 'TEXT', locationDetails: country } = queued.image.details ?? {};
      return this.#runner.readText(models, queued, { imageType, country }, request.signal);
    });
    const result = await this.#runner.createTaskResult({ kind: 'text', images }, request.signal);
    // Not the text detector: it finds lines and does not read them.
    const recognizer = models.find(({ kind }) => kind === 'text-recognizer') ?? models[0];
    return { createdBy: toCreatedBy(recognizer, engine), ...result };
  }

  async #countAtOnce(): Promise<number> {
    return (await this.#runner.countPhotosAtOnce?.()) ?? 1;
  }
}

function toCreatedBy({ name, version }: ModelEntry, engine: string): AnalysisResult['createdBy'] {
  return { model: name, version, engine };
}
