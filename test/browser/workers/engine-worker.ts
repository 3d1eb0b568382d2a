import { KerbsideError } from '../../../src/errors.ts';
import type { Engine, EngineName, Tensors } from '../../../src/inference/engine.ts';
import { createOrtWasmEngine } from '../../../src/inference/runtimes/ort-wasm-engine.ts';
import { createEngineMethods } from '../../../src/inference/worker/engine-methods.ts';
import { serveWorker } from '../../../src/worker/worker-boundary.ts';
import { createPatchEngine } from '../../fixtures/patch-engine.ts';

/** How an engine works or fails. Wrong outputs appear in every run, the other faults only on photos. */
export type EngineBehavior =
  | 'correct'
  | 'zeros'
  | 'nan'
  | 'off'
  | 'throws'
  | 'dies'
  | 'silent'
  | 'blocks'
  /** Like a missing script. */
  | 'dies-at-once';

/** Passed as JSON in the worker's name. */
export interface EngineWorkerSetup {
  engine: EngineName;
  behavior: EngineBehavior;
  /** The time that it reports for its self-test and for a photo. The fastest engine is chosen. */
  runMs: number;
  /** Runs onnxruntime on WASM. By default, an engine that only runs the tiny detector and starts immediately. */
  runtime?: 'onnxruntime' | undefined;
}

const { engine: name, behavior, runMs, runtime } = JSON.parse(self.name) as EngineWorkerSetup;
if (behavior === 'dies-at-once') throw new Error('no such worker');

const OUTPUT_CHANGES: Partial<Record<EngineBehavior, (value: number) => number>> = {
  zeros: () => 0,
  nan: () => Number.NaN,
  off: (value) => value * 1.05,
};

/** A runtime under the name of any engine, with any fault. */
const methods = createEngineMethods(async (start): Promise<Engine> => {
  const engine = runtime === 'onnxruntime' ? await onnxruntime(start) : createPatchEngine(name);
  const change = OUTPUT_CHANGES[behavior];
  return {
    info: { ...engine.info, name, backend: name },
    async load(model) {
      const session = await engine.load(model);
      return { ...session, run: async (inputs) => changeOutputs(await session.run(inputs), change) };
    },
  };
});

serveWorker({
  ...methods,
  runSelfTest: async (key: string) => ({ ...(await methods.runSelfTest(key)), runMs }),
  timeTypicalPhoto: async () => runMs,
  async detect(...args: Parameters<typeof methods.detect>) {
    if (behavior === 'throws') throw new RangeError('the device was lost');
    if (behavior === 'dies') self.close();
    if (behavior === 'dies' || behavior === 'silent') return new Promise<never>(() => {});
    while (behavior === 'blocks');
    return methods.detect(...args);
  },
});

async function onnxruntime({ runtimeUrl, threads }: { runtimeUrl: string; threads: number }) {
  const ort = await import('onnxruntime-web/wasm');
  ort.env.wasm.wasmPaths = runtimeUrl;
  return createOrtWasmEngine(ort, threads);
}

function changeOutputs(outputs: Tensors, change: ((value: number) => number) | undefined): Tensors {
  if (!change) return outputs;
  const entries = Object.entries(outputs).map(([output, { dims, data }]) => {
    if (!data) throw new KerbsideError('engine_failed', `Output ${output} is empty.`);
    return [output, { dims, data: data.map(change) }];
  });
  return Object.fromEntries(entries);
}
