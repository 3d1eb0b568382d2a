import { KerbsideError } from '../../../src/errors.ts';
import type { Engine, EngineName, Tensors } from '../../../src/inference/engines/engine.ts';
import { engineMethods } from '../../../src/inference/engines/engine-methods.ts';
import { createOrtEngine } from '../../../src/inference/engines/ort-engine.ts';
import { serveWorker } from '../../../src/worker/worker-boundary.ts';
import { createPatchEngine } from '../../fixtures/patch-engine.ts';

/** How an engine is broken. The first three are in every run, the others only once photos come. */
export type Mood =
  | 'honest'
  | 'zeros'
  | 'nan'
  | 'off'
  | 'throws'
  | 'dies'
  | 'silent'
  | 'blocks'
  /** Like a script that is not there. */
  | 'dies-at-once';

/** Told in the worker's name. */
export interface FieldEngineSetup {
  engine: EngineName;
  mood: Mood;
  /** What it claims that a run takes: who is faster wins. */
  runMs: number;
  /** What computes: onnxruntime's WASM, or else what runs the tiny detector alone and starts at once. */
  runtime?: 'onnxruntime' | undefined;
}

const { engine: name, mood, runMs, runtime } = JSON.parse(self.name) as FieldEngineSetup;
if (mood === 'dies-at-once') throw new Error('no such worker');

const tamper: Partial<Record<Mood, (value: number) => number>> = {
  zeros: () => 0,
  nan: () => Number.NaN,
  off: (value) => value * 1.05,
};

/** A runtime under any engine's name, spoilt in any way. */
const methods = engineMethods(async (start): Promise<Engine> => {
  const honest = runtime === 'onnxruntime' ? await onnxruntime(start) : createPatchEngine(name);
  const change = tamper[mood];
  return {
    facts: { ...honest.facts, backend: name },
    async load(model) {
      const session = await honest.load(model);
      return { ...session, run: async (inputs) => spoilt(await session.run(inputs), change) };
    },
  };
});

serveWorker({
  ...methods,
  runGolden: async (key: string) => ({ ...(await methods.runGolden(key)), runMs }),
  async detect(...args: Parameters<typeof methods.detect>) {
    if (mood === 'throws') throw new RangeError('the device was lost');
    if (mood === 'dies') self.close();
    if (mood === 'dies' || mood === 'silent') return new Promise<never>(() => {});
    while (mood === 'blocks');
    return methods.detect(...args);
  },
});

async function onnxruntime({ runtimeUrl, threads }: { runtimeUrl: string; threads: number }) {
  const ort = await import('onnxruntime-web/wasm');
  ort.env.wasm.wasmPaths = runtimeUrl;
  return createOrtEngine(ort, { name, provider: 'wasm', threads });
}

function spoilt(outputs: Tensors, change: ((value: number) => number) | undefined): Tensors {
  if (!change) return outputs;
  const entries = Object.entries(outputs).map(([output, { dims, data }]) => {
    if (!data) throw new KerbsideError('engine_failed', `Output ${output} is empty.`);
    return [output, { dims, data: data.map(change) }];
  });
  return Object.fromEntries(entries);
}
