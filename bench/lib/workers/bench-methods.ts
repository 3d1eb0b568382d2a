import { PhotoScaler } from '../../../src/analysis/pixels/photo-scaler.ts';
import type { Engine, EngineInfo } from '../../../src/inference/engine.ts';
import { SimdPhotoScaler } from '../../../src/inference/layout/simd-photo-scaler.ts';
import { GpuPhotoLayout } from '../../../src/inference/webgpu/gpu-photo-layout.ts';
import type { WebgpuEngineOptions } from '../../../src/inference/webgpu/ort-webgpu-engine.ts';
import { ReadBack } from '../../../src/inference/webgpu/read-back.ts';
import { createEngineMethods, type EngineConfig } from '../../../src/inference/worker/engine-methods.ts';
import { type GpuStep, type GpuStepTimes, type Span, type StepTimes, toStepTimes } from './step-times.ts';

export interface BenchConfig extends EngineConfig {
  /** Only for the engine on WebGPU. By default, as Kerbside sets it up. */
  webgpu?: WebgpuEngineOptions | undefined;
}

/** The methods of the shipped workers, with a timer around every model run. */
export function benchMethods(createEngine: (config: BenchConfig) => Promise<Engine>) {
  let start = 0;
  let spans: Span[] = [];
  const layouts = timeLayouts();
  let inRuns: GpuStepTimes = {};
  timeGpuSteps((step, ms) => {
    inRuns[step] = (inRuns[step] ?? 0) + ms;
  });
  const methods = createEngineMethods(async (config) =>
    timed(await createEngine(config), (span) => spans.push(span)),
  );
  return {
    ...methods,

    start: (config: BenchConfig): Promise<EngineInfo> => methods.start(config),

    async startTimes(): Promise<void> {
      spans = [];
      layouts.length = 0;
      inRuns = {};
      start = performance.now();
    },

    async endTimes(): Promise<StepTimes> {
      return toStepTimes(start, spans, performance.now(), layouts, inRuns);
    },
  };
}
export type BenchMethods = ReturnType<typeof benchMethods>;

/** Times every layout of a photo in this worker. Returns the list to which they are added. */
function timeLayouts(): { from: number; to: number }[] {
  const layouts: { from: number; to: number }[] = [];
  for (const prototype of [PhotoScaler.prototype, SimdPhotoScaler.prototype]) {
    const { toTensor } = prototype;
    prototype.toTensor = function (this: never, ...args) {
      const from = performance.now();
      const tensor = toTensor.apply(this, args);
      layouts.push({ from, to: performance.now() });
      return tensor;
    };
  }
  return layouts;
}

/** Times every step on a GPU in this worker. */
function timeGpuSteps(onStep: (step: GpuStep, ms: number) => void): void {
  const { layOut } = GpuPhotoLayout.prototype;
  GpuPhotoLayout.prototype.layOut = function (...args) {
    const from = performance.now();
    const tensor = layOut.apply(this, args);
    onStep('upload and layout', performance.now() - from);
    return tensor;
  };
  const { read } = ReadBack.prototype;
  ReadBack.prototype.read = async function (...args) {
    const from = performance.now();
    const values = await read.apply(this, args);
    onStep('wait for outputs', performance.now() - from);
    return values;
  };
}

function timed({ info: facts, load }: Engine, onRun: (span: Span) => void): Engine {
  let loaded = 0;
  return {
    info: facts,
    async load(bytes) {
      const session = await load(bytes);
      const { runPhoto, runEach, prepare } = session;
      const model = loaded;
      loaded += 1;
      return {
        ...(prepare && { prepare }),
        dispose: () => session.dispose(),
        async run(inputs) {
          const from = performance.now();
          const outputs = await session.run(inputs);
          onRun({ model, from, to: performance.now() });
          return outputs;
        },
        ...(runEach && {
          async runEach(inputs) {
            const from = performance.now();
            const outputs = await runEach(inputs);
            onRun({ model, from, to: performance.now() });
            return outputs;
          },
        }),
        ...(runPhoto && {
          async runPhoto(photo, canvases, selection) {
            const from = performance.now();
            const outputs = await runPhoto(photo, canvases, selection);
            onRun({ model, from, to: performance.now() });
            return outputs;
          },
        }),
      };
    },
  };
}
