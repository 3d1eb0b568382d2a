import { type Finding, onlyDamages } from '../analysis/find-damage.ts';
import type { DetectorEntry, ModelEntry } from '../analysis/model-manifest.ts';
import { KerbsideError } from '../errors.ts';
import type { AnalysisImage, AnalysisRequest, Analyzer } from '../service/analyzer.ts';
import type { Findings } from '../service/results.ts';
import type { TaskName } from '../spec/enums.ts';
import { damagesFrom, type ImageFindings } from './damage-analysis.ts';
import { type ImageText, textFindings } from './text-findings.ts';

/** What a model said, and what it ran on, as `createdBy` names it. */
export interface Ran<T> {
  value: T;
  engine: string;
}

export type Models = readonly [ModelEntry, ...ModelEntry[]];

/** What runs models: workers in a browser, this process in Node. */
export interface ModelRunner {
  /** Those of a task, in the manifest's order; none where the task has no model here. */
  modelsFor(task: TaskName): Promise<ModelEntry[]>;
  detect(
    model: DetectorEntry,
    image: AnalysisImage,
    threshold: number,
    signal: AbortSignal,
  ): Promise<Ran<Finding[]>>;
  /** What is written on a photo, with a text detector and its recognisers. */
  read(models: Models, image: AnalysisImage, signal: AbortSignal): Promise<Ran<ImageText>>;
}

/** From photos to the findings of a task, whatever runs the models. */
export function createTaskAnalyzer(runner: ModelRunner): Required<Pick<Analyzer, 'supports' | 'analyze'>> {
  return {
    supports: async (task) => (await runner.modelsFor(task)).length > 0,

    async analyze(request) {
      const { task } = request;
      const [model, ...others] = await runner.modelsFor(task.name);
      if (!model)
        throw new KerbsideError('unsupported', `There is no model for the task ${task.name} on this device.`);
      return model.kind === 'detector' ? findDamages(model, request) : readText([model, ...others], request);
    },
  };

  async function findDamages(model: DetectorEntry, request: AnalysisRequest): Promise<Findings> {
    const threshold = request.task.damageScoreThreshold ?? model.threshold;
    const { values, engine } = await eachImage(request, (image) =>
      runner.detect(model, image, threshold, request.signal),
    );
    const found = values.map(
      ({ image, value }): ImageFindings => ({ image, findings: onlyDamages(value, model) }),
    );
    return { createdBy: createdBy(model, engine), damages: damagesFrom(found) };
  }

  async function readText(models: Models, request: AnalysisRequest): Promise<Findings> {
    const { values, engine } = await eachImage(request, (image) =>
      runner.read(models, image, request.signal),
    );
    const read = values.map(({ image, value }) => ({ imageId: image.id, text: value }));
    return { createdBy: createdBy(models[0], engine), ...textFindings(read) };
  }
}

/** One after the other: what one photo holds in memory is let go of before the next. */
async function eachImage<T>(
  { images, signal, onProgress }: AnalysisRequest,
  work: (image: AnalysisImage) => Promise<Ran<T>>,
) {
  const values: { image: AnalysisImage; value: T }[] = [];
  let engine = '';
  onProgress(0, images.length);
  for (const image of images) {
    signal.throwIfAborted();
    const ran = await work(image).catch((error: unknown) => {
      throw namingPhoto(error, image);
    });
    engine = ran.engine;
    values.push({ image, value: ran.value });
    onProgress(values.length, images.length);
  }
  return { values, engine };
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

function createdBy({ name, version }: ModelEntry, engine: string): Findings['createdBy'] {
  return { model: name, version, engine };
}
