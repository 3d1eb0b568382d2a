import { PhotoScaler } from '../../../src/analysis/detection/photo-scaler.ts';
import type { Engine } from '../../../src/inference/engines/engine.ts';
import { createEngineMethods, type EngineConfig } from '../../../src/inference/engines/engine-methods.ts';
import { type RunTimes, runTimes, type Span } from './run-times.ts';

/** The methods of the shipped workers, with a timer around every model run. */
export function benchMethods(createEngine: (config: EngineConfig) => Promise<Engine>) {
  let start = 0;
  let spans: Span[] = [];
  const layouts = timeLayouts();
  const methods = createEngineMethods(async (config) =>
    timed(await createEngine(config), (span) => spans.push(span)),
  );
  return {
    ...methods,

    async startTimes(): Promise<void> {
      spans = [];
      layouts.length = 0;
      start = performance.now();
    },

    async endTimes(): Promise<RunTimes> {
      return runTimes(start, spans, performance.now(), layouts);
    },
  };
}
export type BenchMethods = ReturnType<typeof benchMethods>;

/** Times every layout of a photo in this worker. Returns the list to which they are added. */
function timeLayouts(): { from: number; to: number }[] {
  const layouts: { from: number; to: number }[] = [];
  const { toTensor } = PhotoScaler.prototype;
  PhotoScaler.prototype.toTensor = function (...args) {
    const from = performance.now();
    const tensor = toTensor.apply(this, args);
    layouts.push({ from, to: performance.now() });
    return tensor;
  };
  return layouts;
}

function timed({ info: facts, load }: Engine, onRun: (span: Span) => void): Engine {
  let loaded = 0;
  return {
    info: facts,
    async load(bytes) {
      const session = await load(bytes);
      const model = loaded;
      loaded += 1;
      return {
        dispose: () => session.dispose(),
        async run(inputs) {
          const from = performance.now();
          const outputs = await session.run(inputs);
          onRun({ model, from, to: performance.now() });
          return outputs;
        },
      };
    },
  };
}
