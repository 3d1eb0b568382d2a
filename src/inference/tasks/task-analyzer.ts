import { type Detection, leastThreshold } from '../../analysis/detection/detections.ts';
import type { DetectorEntry, ModelEntry } from '../../analysis/model-manifest.ts';
import { wheelSaid } from '../../analysis/results/photo-hints.ts';
import type { Conclusion, Seen, SeenImage } from '../../analysis/results/task-results.ts';
import type { ImageText } from '../../analysis/results/text-results.ts';
import type { AnalysisResult, Coverage } from '../../domain/analysis-result.ts';
import type { AnalysisImage, AnalysisRequest, Analyzer } from '../../domain/analyzer.ts';
import { KerbsideError } from '../../errors.ts';
import type { WheelSight } from './detect-wheels.ts';
import { photosInTurn, type Turn } from './photo-queue.ts';
import {
  type DamageModels,
  damageModels,
  type Models,
  modelsOfTask,
  partModel,
  textModels,
  type WheelModels,
  wheelModels,
} from './task-models.ts';

/** What a model said, and what it ran on, as `createdBy` names it. */
export interface Ran<T> {
  value: T;
  engine: string;
}

/** A detector, and the least confidence of what it is asked for. */
export interface Asked {
  model: DetectorEntry;
  threshold: number;
}

/** What runs models, and works out what they saw: workers in a browser, this process in Node. */
export interface ModelRunner {
  /** All that the manifest lists, in its order. */
  models(): Promise<readonly ModelEntry[]>;
  /** What each of these detectors finds on a photo, which is decoded once for all of them. */
  detect(asked: readonly [Asked, ...Asked[]], turn: Turn, signal: AbortSignal): Promise<Ran<Detection[][]>>;
  /** The wheels on a photo, and its parts where there is a model for them. */
  seeWheels(models: WheelModels, turn: Turn, signal: AbortSignal): Promise<Ran<WheelSight>>;
  /** What is written on a photo, with a text detector and its recognisers. */
  read(models: Models, turn: Turn, signal: AbortSignal): Promise<Ran<ImageText>>;
  /** See conclude.ts. */
  conclude(seen: Seen, signal: AbortSignal): Promise<Conclusion>;
  concludeCoverage(
    seen: SeenImage<Detection[]>,
    parts: DetectorEntry,
    signal: AbortSignal,
  ): Promise<Coverage>;
}

/** From photos to the findings of a task, whatever runs the models. */
export function createTaskAnalyzer(
  runner: ModelRunner,
): Required<Pick<Analyzer, 'supports' | 'analyze' | 'assessCoverage'>> {
  return {
    supports: async (task) => modelsOfTask(task, await runner.models()) !== undefined,

    async analyze(request) {
      const { name } = request.task;
      const listed = await runner.models();
      const damage = name === 'damage_detection' && damageModels(listed);
      if (damage) return findDamages(damage, request);
      const wheels = name === 'wheel_analysis' && wheelModels(listed);
      if (wheels) return describeWheels(wheels, request);
      const text = name === 'images_ocr' && textModels(listed);
      if (text) return readText(text, request);
      throw new KerbsideError('unsupported', `There is no model for the task ${name} on this device.`);
    },

    async assessCoverage(image, signal) {
      const model = partModel(await runner.models());
      if (!model) return undefined;
      const asked = { model, threshold: leastThreshold(model) };
      const { value } = await runner.detect([asked], { image }, signal);
      return runner.concludeCoverage(factsOf({ image, value: value.flat() }), model, signal);
    },
  };

  async function findDamages(
    { damage, parts }: DamageModels,
    request: AnalysisRequest,
  ): Promise<AnalysisResult> {
    const threshold = request.task.damageScoreThreshold ?? damage.threshold;
    const isOne = parts === damage;
    const asked: [Asked, ...Asked[]] = [
      { model: damage, threshold: isOne ? Math.min(threshold, leastThreshold(damage)) : threshold },
      ...(parts && !isOne ? [{ model: parts, threshold: leastThreshold(parts) }] : []),
    ];
    const { images, engine } = await eachImage(request, (turn) => runner.detect(asked, turn, request.signal));
    const models = { damage, ...(parts && { parts }) };
    const seen: Seen = { by: 'damage models', models, threshold, images };
    return {
      createdBy: createdBy(damage, engine),
      ...(parts && { partsCreatedBy: createdBy(parts, engine) }),
      ...(await runner.conclude(seen, request.signal)),
    };
  }

  async function describeWheels(models: WheelModels, request: AnalysisRequest): Promise<AnalysisResult> {
    const { useLongshots = true } = request.task;
    const { wheels, analyser } = models;
    const wanted = request.images.filter((image) => useLongshots || wheelSaid(image) !== undefined);
    const { images, engine } = await eachImage({ ...request, images: wanted }, (turn) =>
      // A wheel that has its name needs no viewpoint.
      runner.seeWheels(wheelSaid(turn.image) ? { wheels, analyser } : models, turn, request.signal),
    );
    const conclusion = await runner.conclude({ by: 'wheel models', images }, request.signal);
    return { createdBy: createdBy(analyser, engine), ...conclusion };
  }

  async function readText(models: Models, request: AnalysisRequest): Promise<AnalysisResult> {
    const { images, engine } = await eachImage(request, (turn) => runner.read(models, turn, request.signal));
    const conclusion = await runner.conclude({ by: 'text models', images }, request.signal);
    // What finds lines reads none of them.
    const reader = models.find(({ kind }) => kind === 'text-recognizer') ?? models[0];
    return { createdBy: createdBy(reader, engine), ...conclusion };
  }
}

/**
 * One after the other: what a photo holds in memory is let go of before the next but one. Where an engine failed in the
 * middle, what is concluded from all photos is the work of each that ran.
 */
async function eachImage<T>(
  { images, signal, onProgress }: AnalysisRequest,
  work: (turn: Turn) => Promise<Ran<T>>,
) {
  const seen: SeenImage<T>[] = [];
  const engines = new Set<string>();
  onProgress(0, images.length);
  for (const turn of photosInTurn(images)) {
    signal.throwIfAborted();
    const ran = await work(turn).catch((error: unknown) => {
      throw namingPhoto(error, turn.image);
    });
    engines.add(ran.engine);
    seen.push(factsOf({ image: turn.image, value: ran.value }));
    onProgress(seen.length, images.length);
  }
  return { images: seen, engine: [...engines].join(' and ') };
}

function factsOf<T>({
  image: { photo: _bytes, ...image },
  value,
}: {
  image: AnalysisImage;
  value: T;
}): SeenImage<T> {
  return { image, value };
}

/** The error of one photo becomes that of the whole task, so it has to say which photo it was. */
function namingPhoto(error: unknown, { id, name }: AnalysisImage): unknown {
  if (!(error instanceof KerbsideError) || !error.code.startsWith('photo_')) return error;
  const { code, message, details, retryable } = error;
  return new KerbsideError(code, `${name || id}: ${message}`, {
    details: { ...details, imageId: id },
    retryable,
    cause: error,
  });
}

function createdBy({ name, version }: ModelEntry, engine: string): AnalysisResult['createdBy'] {
  return { model: name, version, engine };
}
