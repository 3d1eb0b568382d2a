import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DetectorEntry, type ModelEntry, selectVariant } from '../../analysis/model-manifest.ts';
import { readManifest } from '../../node/models/model-files.ts';
import { MODELS_FOLDER } from '../../node/package-files.ts';
import { createPortWorker } from '../../worker/port-worker.suite.ts';
import type { EngineName, Tensors } from '../engine.ts';
import type { ModelLibrary } from '../files/model-library.ts';
import { readGoldenOutputs } from '../self-test/golden-outputs.ts';
import { createEngineMethods } from '../worker/engine-methods.ts';
import { EnginePool } from './engine-pool.ts';
import { createMemoryVerdictStore, type VerdictStore } from './verdict-store.ts';

const { models } = await readManifest(`${MODELS_FOLDER}manifest.json`);
/** Returns a shipped detector with half of its canvas: its pictures are drawn faster. */
const findModel = (name: string): DetectorEntry => {
  const model = models.find((one) => one.name === name);
  if (model?.kind !== 'detector') throw new Error(`models/ has no detector ${name}`);
  const { secondArea, input } = model;
  return {
    ...model,
    input: { ...input, area: input.area / 4 },
    ...(secondArea && { secondArea: secondArea / 4 }),
  };
};
const [damage, parts] = [findModel('damage'), findModel('parts')];
const files = new Map<string, ArrayBuffer>();
for (const model of [damage, parts]) {
  const { file, golden } = selectVariant(model, 'int8');
  for (const name of [file, golden.file])
    files.set(name, new Uint8Array(await readFile(`${MODELS_FOLDER}${name}`)).buffer);
}
const library = {
  loadFile: async ({ file }: { file: string }) => files.get(file),
} as unknown as ModelLibrary;

/** How long an engine takes for a run, in milliseconds. */
interface Speed {
  overhead: number;
  perMegapixel: number;
}

/** The behaviour of a simulated engine. Its clock stands still except in runs. */
interface Simulated {
  speed: Speed | ((model: ModelEntry) => Speed);
  /** Changes the outputs of runs that are larger than the golden picture. */
  change?(outputs: Tensors): Tensors;
}

/** A device whose engines take known times. */
function createDevice(engines: Partial<Record<EngineName, Simulated>>, verdicts?: VerdictStore) {
  const downgrades: string[] = [];
  const pool = new EnginePool({
    library,
    runtimeUrl: 'https://app.test/',
    capabilities: async () => ({
      simd: true,
      threads: false,
      crossOriginIsolated: false,
      cores: 1,
      webgpu: { adapter: 'Acme 3000', isFallback: false, shaderF16: false },
      ...(engines.tfjs && { webgl2: { renderer: 'Acme 3000', isSoftware: false } }),
    }),
    verdicts: verdicts ?? createMemoryVerdictStore(),
    userAgent: 'a browser',
    createWorker: (engine) => simulateWorker(engine, engines[engine]),
    onDowngrade: ({ engine, reason }) => downgrades.push(`${engine}: ${reason}`),
  });
  onTestFinished(() => pool.close());
  /** Analyzes a photo. Returns the engine that did it, after the work in the background ended. */
  const analyze = async (list: readonly [ModelEntry, ...ModelEntry[]] = [damage]) => {
    const { engine } = await pool.run(list, async (worker, ...keys) => {
      for (const key of keys) await worker.timeTypicalPhoto(key);
    });
    for (let turn = 0; turn < 150; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return engine.name;
  };
  return { pool, analyze, downgrades };
}

function simulateWorker(name: EngineName, simulated: Simulated | undefined): Worker {
  if (!simulated) throw new Error(`the device has no ${name}`);
  let clock = 0;
  const info = { name, runtime: 'simulated', backend: name, threads: 1 };
  const load = async (bytes: Uint8Array) => {
    const model = [damage, parts].find((one) => selectVariant(one, 'int8').bytes === bytes.byteLength);
    const golden = files.get(model ? selectVariant(model, 'int8').golden.file : '');
    if (!model || !golden) throw new Error('unknown model');
    const outputs = readGoldenOutputs(golden, model);
    const run = async (inputs: Tensors): Promise<Tensors> => {
      const { speed } = simulated;
      const { overhead, perMegapixel } = typeof speed === 'function' ? speed(model) : speed;
      const [, , height = 0, width = 0] = Object.values(inputs)[0]?.dims ?? [];
      clock += overhead + (perMegapixel * width * height) / 1e6;
      return width === model.goldenSide ? outputs : (simulated.change?.(structuredClone(outputs)) ?? outputs);
    };
    return { run, dispose: async () => {} };
  };
  return createPortWorker(
    createEngineMethods(
      async () => ({ info, load }),
      () => clock,
    ),
  );
}

/** A CPU starts at once and computes slowly; a GPU has an overhead and computes fast. */
const CPU: Speed = { overhead: 0, perMegapixel: 2_800 };
const GPU: Speed = { overhead: 13, perMegapixel: 400 };

describe('the choice of an engine', () => {
  it('follows the real canvas: a GPU that loses on the golden picture wins on photos', async () => {
    const { pool, analyze } = createDevice({ wasm: { speed: CPU }, webgpu: { speed: GPU } });
    await pool.rankEngines(damage);
    const timeOf = async (engine: EngineName) => {
      const candidate = (await pool.listCandidates()).find((one) => one.engine === engine);
      return candidate?.possible ? await pool.getVerdict(damage, candidate) : undefined;
    };
    const [cpu, gpu] = [await timeOf('wasm'), await timeOf('webgpu')];
    expect(cpu?.runMs).toBeLessThan(gpu?.runMs ?? 0);
    expect(gpu?.photoMs).toBeLessThan(cpu?.photoMs ?? 0);
    expect(await analyze()).toBe('webgpu');
  });

  it('follows the real canvas: a GPU that wins on the golden picture loses on photos', async () => {
    const { pool, analyze } = createDevice({
      wasm: { speed: { overhead: 10, perMegapixel: 400 } },
      webgpu: { speed: { overhead: 1, perMegapixel: 1_800 } },
    });
    await pool.rankEngines(damage);
    expect(await analyze()).toBe('wasm');
  });

  it('compares all models of a task, not one of them', async () => {
    // The GPU is faster on the damage model, and much slower on the part model.
    const webgpu = { speed: (model: ModelEntry) => (model === parts ? { ...GPU, overhead: 900 } : GPU) };
    const { pool, analyze } = createDevice({ wasm: { speed: CPU }, webgpu });
    expect((await pool.rankEngines([damage])).map(({ engine }) => engine)).toEqual(['webgpu', 'wasm']);
    await pool.rankEngines([damage, parts]);
    expect(await analyze([damage, parts])).toBe('wasm');
    expect(await analyze([damage])).toBe('webgpu');
  });

  it('tries tfjs where WebGPU is not the fastest', async () => {
    const slowGpu = { overhead: 100, perMegapixel: 3_600 };
    const { pool } = createDevice({
      wasm: { speed: CPU },
      webgpu: { speed: slowGpu },
      tfjs: { speed: GPU },
    });
    expect((await pool.rankEngines(damage)).map(({ engine }) => engine)).toEqual(['tfjs', 'wasm', 'webgpu']);
  });

  it('rejects an engine that is correct on the golden picture and wrong at the size of a photo', async () => {
    const zeros = (outputs: Tensors) => {
      for (const { data } of Object.values(outputs)) data.fill(0);
      return outputs;
    };
    const { pool, downgrades } = createDevice({
      wasm: { speed: CPU },
      webgpu: { speed: GPU, change: zeros },
    });
    expect((await pool.rankEngines(damage)).map(({ engine }) => engine)).toEqual(['wasm']);
    expect(downgrades).toEqual([expect.stringMatching(/^webgpu: .*at the size of a photo.*is all zeros/)]);
  });
});

describe('the first photo', () => {
  it('runs on WASM at once; the engines are compared afterwards, and the next photo runs on the fastest', async () => {
    const { analyze } = createDevice({ wasm: { speed: CPU }, webgpu: { speed: GPU } });
    expect([await analyze(), await analyze(), await analyze()]).toEqual(['wasm', 'webgpu', 'webgpu']);
  });

  it('of the next visit runs on the engine that was the fastest', async () => {
    const verdicts = createMemoryVerdictStore();
    const before = createDevice({ wasm: { speed: CPU }, webgpu: { speed: GPU } }, verdicts);
    await before.analyze();
    const { analyze } = createDevice({ wasm: { speed: CPU }, webgpu: { speed: GPU } }, verdicts);
    expect(await analyze()).toBe('webgpu');
  });
});

describe('a phone that throttles', () => {
  /** Analyzes photos while the speed changes. Returns the engines, one letter for each photo: C(PU) or G(PU). */
  async function analyzeMany(count: number, slowness: (photo: number) => number): Promise<string> {
    const cool: Speed = { overhead: 0, perMegapixel: 1_200 };
    const wasm: Simulated = { speed: cool };
    const { analyze } = createDevice({ wasm, webgpu: { speed: { overhead: 5, perMegapixel: 1_600 } } });
    let used = '';
    for (let photo = 0; photo < count; photo += 1) {
      wasm.speed = { overhead: 0, perMegapixel: cool.perMegapixel * slowness(photo) };
      used += (await analyze()) === 'wasm' ? 'C' : 'G';
    }
    return used;
  }

  it('switches once, not to and fro', async () => {
    const used = await analyzeMany(40, (photo) => (photo < 12 ? 1 : 3));
    expect(used).toMatch(/^C{14,20}G+$/);
  });

  it('does not switch back while it warms up and cools down', async () => {
    const used = await analyzeMany(60, (photo) => (photo < 10 || photo > 30 ? 1 : 2.5));
    expect(used).toMatch(/^C+G+$/);
  });

  it('keeps its engine if single photos are slow, or all of them a little', async () => {
    expect(await analyzeMany(40, (photo) => (photo % 7 === 3 ? 4 : 1))).toMatch(/^C+$/);
    expect(await analyzeMany(40, (photo) => 1 + photo / 200)).toMatch(/^C+$/);
  });
});
