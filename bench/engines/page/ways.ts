import type { Manifest } from '../../../src/analysis/model-manifest.ts';
import type { TaskName } from '../../../src/domain/enums.ts';
import type { AnalysisImage } from '../../../src/domain/task/analyzer.ts';
import { createDeviceAnalyzer } from '../../../src/inference/device-analyzer.ts';
import type { Capabilities } from '../../../src/inference/engines/capabilities.ts';
import { threadCount } from '../../../src/inference/engines/engine-choice.ts';
import { ModelCache } from '../../../src/inference/files/model-cache.ts';
import { ModelLibrary } from '../../../src/inference/files/model-library.ts';
import { createBrowserPlatform } from '../../../src/platform/browser-platform.ts';
import { analysisRequest } from '../../lib/analysis-request.ts';
import { MeasuredPool } from '../../lib/page/measured-pool.ts';
import { models, runtimeUrl } from '../../lib/page/site.ts';
import type { Way } from '../result.ts';

/**
 * Lists what can be measured here: WASM with several thread counts, and the GPU if it is real.
 *
 * @param threadCounts How many threads WASM has.
 */
export function listWays(
  { threads, cores, webgpu, webgl2, simd }: Capabilities,
  threadCounts: readonly number[],
): Way[] {
  const ways: Way[] = threadCounts
    .filter((count) => simd && (count === 1 || (threads && cores >= count)))
    .map((count) => createWasmWay(count, cores));
  if (webgpu && !webgpu.isFallback) ways.push(...listWebgpuWays(webgpu.shaderF16));
  // A software WebGL2 takes seconds for a photo, and Kerbside does not use it.
  if (webgl2 && !webgl2.isSoftware)
    ways.push({ name: 'tfjs on WebGL2', engine: 'tfjs', threads: 1, precision: 'int8' });
  return ways;
}

function createWasmWay(threads: number, cores: number): Way {
  const name = `wasm, ${threads} ${threads === 1 ? 'thread' : 'threads'}`;
  const way = { engine: 'wasm', threads, precision: 'int8' } as const;
  return threads > threadCount(cores)
    ? { ...way, name: `${name}, no core left`, isExperiment: true }
    : { ...way, name };
}

function listWebgpuWays(hasFp16: boolean): Way[] {
  const int8 = { engine: 'webgpu', threads: 1, precision: 'int8' } as const;
  const experiment = { ...int8, isExperiment: true } as const;
  return [
    { ...int8, name: 'webgpu' },
    {
      ...experiment,
      name: 'webgpu, without capture',
      webgpu: { runsBeforeCapture: Number.POSITIVE_INFINITY },
    },
    { ...experiment, name: 'webgpu, photos scaled on the CPU', webgpu: { laysOutPhotos: false } },
    { ...experiment, name: 'webgpu, outputs read whole', webgpu: { picksCandidates: false } },
    ...(hasFp16 ? [{ ...experiment, precision: 'fp16', name: 'webgpu, fp16' } as const] : []),
  ];
}

/** A way that is ready to run: an engine in its own worker. */
export class OpenWay {
  readonly pool: MeasuredPool;
  readonly #library: ModelLibrary;
  readonly analyzer;

  constructor({ engine, threads, precision, webgpu }: Way) {
    this.#library = new VariantLibrary(precision);
    this.pool = new MeasuredPool({
      library: this.#library,
      config: { runtimeUrl, threads, webgpu },
      candidate: { engine, precision, possible: true, reason: '' },
      timeoutMs: 120_000,
    });
    this.analyzer = createDeviceAnalyzer({
      library: this.#library,
      pool: this.pool,
      chooseTier: async ([small]) => small,
      countCrops: async ({ maxCrops = 0 }) => maxCrops,
    });
  }

  async run(task: TaskName, images: AnalysisImage | readonly AnalysisImage[]): Promise<void> {
    const { signal } = new AbortController();
    this.pool.history.length = 0;
    await this.analyzer.analyze(analysisRequest(task, images, signal));
  }

  manifest(): Promise<Manifest> {
    return this.#library.manifest();
  }

  /** Resolves when the worker has ended: it would slow down what is measured next. */
  close(): Promise<void> {
    return this.pool.close();
  }
}

/** Serves the fp16 files as if they were known to agree, or none of them. */
class VariantLibrary extends ModelLibrary {
  readonly #precision: Way['precision'];
  #changed: Promise<Manifest> | undefined;

  constructor(precision: Way['precision']) {
    const fetchFile: typeof fetch = (input, init) => fetch(input, init);
    super(models, new ModelCache({ platform: createBrowserPlatform(), fetch: fetchFile, caches }));
    this.#precision = precision;
  }

  override manifest(): Promise<Manifest> {
    this.#changed ??= this.#change();
    return this.#changed;
  }

  async #change(): Promise<Manifest> {
    const manifest = await super.manifest();
    return {
      ...manifest,
      models: manifest.models.map((model) => ({
        ...model,
        variants: model.variants
          .filter(({ precision }) => precision === 'int8' || this.#precision === 'fp16')
          .map((variant) => ({ ...variant, agreement: { detections: 1, changed: 0 } })),
      })),
    };
  }
}
