import { onlyDamages } from '../analysis/find-damage.ts';
import type { ModelEntry } from '../analysis/model-manifest.ts';
import { KerbsideError } from '../errors.ts';
import type { AnalysisRequest, Analyzer } from '../service/analyzer.ts';
import type { Findings } from '../service/results.ts';
import { damagesFrom, type ImageFindings } from './damage-analysis.ts';
import type { EnginePool } from './engine-pool.ts';
import type { ModelLibrary } from './model-library.ts';
import { type ImageText, textFindings } from './text-findings.ts';

export interface DeviceAnalyzerDeps {
  library: ModelLibrary;
  pool: EnginePool;
}

/** Runs tasks with the models of this app, in its workers. */
export function createDeviceAnalyzer({ library, pool }: DeviceAnalyzerDeps): Analyzer {
  return {
    supports: async (task) => (await library.modelsFor(task)).length > 0,

    assess: (photo, signal) => pool.runAnywhere((worker) => worker.assess(photo), signal),

    async analyze(request: AnalysisRequest): Promise<Findings> {
      const { task, images, onProgress } = request;
      const [model, ...others] = await library.modelsFor(task.name);
      if (!model)
        throw new KerbsideError('unsupported', `There is no model for the task ${task.name} on this device.`);
      onProgress(0, images.length);
      return model.kind === 'detector' ? findDamages(model, request) : readText([model, ...others], request);
    },
  };

  async function findDamages(
    model: Extract<ModelEntry, { kind: 'detector' }>,
    { task, images, signal, onProgress }: AnalysisRequest,
  ): Promise<Findings> {
    const threshold = task.damageScoreThreshold ?? model.threshold;
    const found: ImageFindings[] = [];
    let engine = '';
    for (const image of images) {
      const photo = await image.photo();
      const run = await pool.run(model, (worker, key) => worker.detect(key, photo, threshold), signal);
      engine = `${run.engine.runtime} ${run.engine.backend}`;
      found.push({ image, findings: onlyDamages(run.value.findings, model) });
      onProgress(found.length, images.length);
    }
    return {
      createdBy: { model: model.name, version: model.version, engine },
      damages: damagesFrom(found),
    };
  }

  async function readText(
    models: readonly [ModelEntry, ...ModelEntry[]],
    { images, signal, onProgress }: AnalysisRequest,
  ): Promise<Findings> {
    const read: { imageId: string; text: ImageText }[] = [];
    let engine = '';
    for (const { id, details, photo } of images) {
      const bytes = await photo();
      const imageType = details?.imageType ?? 'TEXT';
      const run = await pool.run(models, (worker, ...keys) => worker.read(keys, bytes, imageType), signal);
      engine = `${run.engine.runtime} ${run.engine.backend}`;
      read.push({ imageId: id, text: run.value });
      onProgress(read.length, images.length);
    }
    const [{ name, version }] = models;
    return { createdBy: { model: name, version, engine }, ...textFindings(read) };
  }
}
