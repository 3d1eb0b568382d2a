import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import { createCoverageResult, createTaskResult } from '../../analysis/results/task-results.ts';
import type { AnalysisImage } from '../../domain/task/analyzer.ts';
import { withoutServerModel, withServerModel } from '../../inference/task-models.ts';
import { toPhotoDetail } from '../../inference/tasks/photo-detail.ts';
import { PhotoPipeline } from '../../inference/tasks/photo-pipeline.ts';
import { RememberedDetections } from '../../inference/tasks/remembered-detections.ts';
import {
  createTaskAnalyzer,
  type ModelRunner,
  type TaskAnalyzer,
} from '../../inference/tasks/task-analyzer.ts';
import { readColourSpace } from '../../photo/decode/colour-space.ts';
import type { PhotoDecoder, QueuedImage } from '../../photo/decode-ahead.ts';
import { requirePhotoHeader } from '../../photo/header/read-header.ts';
import { decodeForModels } from '../photo/decode-for-models.ts';
import type { NodeModels } from './node-models.ts';

/**
 * Which damage model to run, if the manifest lists several. `server`: the most accurate one. `both`: the small one, and the
 * large one in a reanalysis.
 */
export type Tier = 'small' | 'large' | 'server' | 'both';

/**
 * Creates the analyzer of Node: photos are decoded with sharp, models run in this process.
 *
 * @param tier The large one by default: nobody waits in front of a screen, and a service's results are final.
 * @param refine Whether damage models also run on crops of a photo. There is no time budget.
 */
export function createNodeAnalyzer(
  models: LoadableModels,
  tier: Tier = 'large',
  refine = true,
): TaskAnalyzer {
  return createTaskAnalyzer(createNodeRunner(models, tier, refine));
}

type LoadableModels = Pick<NodeModels, 'loadManifest' | 'load' | 'countPhotosAtOnce'>;

/** Creates what runs the steps of tasks in this thread. */
export function createNodeRunner(models: LoadableModels, tier: Tier = 'large', refine = true): ModelRunner {
  const pipelines = new PipelinePool();
  const countCrops = async ({ maxCrops = 0 }: DetectorEntry) => (refine ? maxCrops : 0);
  return {
    listModels: async () => {
      const listed = (await models.loadManifest()).models;
      return tier === 'server' ? withServerModel(listed) : withoutServerModel(listed);
    },
    countPhotosAtOnce: () => models.countPhotosAtOnce(),
    chooseTier: async ([small, large]) => ((tier === 'large' || tier === 'server') && large) || small,
    countCrops,
    ...(tier === 'both' && {
      reanalysis: {
        countCrops,
        isExpected: async ([, large]) => large !== undefined,
        chooseModel: async ([, large]) => large,
      },
    }),

    async detect(requests, queued) {
      const detectors = await Promise.all(
        requests.map(async ({ model, ...request }) => ({ model: await models.load(model), ...request })),
      );
      return {
        output: await pipelines.use((pipeline) => pipeline.detect(detectors, queued)),
        engine: detectors[0]?.model.engine ?? '',
      };
    },

    async detectWheels(entries, queued) {
      const analyser = await models.load(entries.analyser);
      const wheels = await models.load(entries.wheels);
      const parts = entries.parts && (await models.load(entries.parts));
      return {
        output: await pipelines.use((pipeline) =>
          pipeline.detectWheels({ wheels, analyser, parts }, readOnce(queued)),
        ),
        engine: analyser.engine,
      };
    },

    async readText(entries, queued, request) {
      const loaded = await Promise.all(entries.map((entry) => models.load(entry)));
      return {
        output: await pipelines.use((pipeline) => pipeline.readText(loaded, queued, request)),
        engine: loaded[0]?.engine ?? '',
      };
    },

    assessQuality: (image) => pipelines.use((pipeline) => pipeline.assessQuality(image)),
    createTaskResult: async (outputs) => createTaskResult(outputs),
    createCoverageResult: async (output, parts) => createCoverageResult(output, parts),
  };
}

type NodePipeline = PhotoPipeline<AnalysisImage>;

/** One pipeline for each photo that is processed at the same time: a pipeline reuses its buffers. */
class PipelinePool {
  readonly #free: NodePipeline[] = [];
  readonly #remembered = new RememberedDetections();

  async use<T>(work: (pipeline: NodePipeline) => Promise<T>): Promise<T> {
    const pipeline = this.#free.pop() ?? new PhotoPipeline(IMAGE_DECODER, this.#remembered);
    try {
      return await work(pipeline);
    } finally {
      this.#free.push(pipeline);
    }
  }
}

const IMAGE_DECODER: PhotoDecoder<AnalysisImage> = {
  readSize: ({ imageWidth: width, imageHeight: height }) => ({ width, height }),
  decode: async ({ photo }, side) => decodeForModels(await photo(), side),
  // Other photos are decoded once in browsers too, so that detectors see the same pixels.
  async canOpenDetail({ photo }) {
    const bytes = await photo();
    const { type } = requirePhotoHeader(bytes);
    return type === 'image/jpeg' && readColourSpace(bytes, type) !== 'other';
  },
  openDetail: async ({ photo }, side) => toPhotoDetail(await decodeForModels(await photo(), side)),
};

/** Returns the same images. Their photos are read once, however often they are decoded: they may come from a bucket. */
function readOnce({ image, next }: QueuedImage<AnalysisImage>): QueuedImage<AnalysisImage> {
  return { image: withBytesOnce(image), ...(next && { next: withBytesOnce(next) }) };
}

function withBytesOnce(image: AnalysisImage): AnalysisImage {
  let bytes: Promise<ArrayBuffer> | undefined;
  return {
    ...image,
    photo() {
      bytes ??= image.photo();
      return bytes;
    },
  };
}
