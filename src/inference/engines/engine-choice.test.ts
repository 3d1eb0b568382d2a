import { describe, expect, it } from 'vitest';
import type { Capabilities } from './capabilities.ts';
import {
  chooseEngine,
  combineVerdicts,
  type EngineVerdicts,
  findNextTrial,
  listCandidates,
  rankCandidates,
  threadCount,
} from './engine-choice.ts';

const phone: Capabilities = {
  simd: true,
  threads: true,
  crossOriginIsolated: true,
  cores: 8,
  webgpu: { adapter: 'qualcomm adreno-7xx', isFallback: false, shaderF16: true },
  webgl2: { renderer: 'Adreno (TM) 740', isSoftware: false },
};
const without = (...keys: (keyof Capabilities)[]) =>
  Object.fromEntries(
    Object.entries(phone).filter(([key]) => !keys.includes(key as keyof Capabilities)),
  ) as unknown as Capabilities;

const listPossible = (capabilities: Capabilities) =>
  listCandidates(capabilities).flatMap((candidate) =>
    candidate.possible ? [`${candidate.engine} ${candidate.precision}`] : [],
  );
const reasonFor = (capabilities: Capabilities, engine: string) =>
  listCandidates(capabilities).find((candidate) => candidate.engine === engine)?.reason;

describe('listCandidates', () => {
  it('offers all engines to a phone with a GPU, and fp16 only to WebGPU', () => {
    expect(listPossible(phone)).toEqual(['webgpu fp16', 'wasm int8', 'tfjs int8']);
  });

  it('offers int8 on a GPU without shader-f16', () => {
    const gpu = { adapter: 'arm mali', isFallback: false, shaderF16: false };
    expect(listPossible({ ...phone, webgpu: gpu })).toEqual(['webgpu int8', 'wasm int8', 'tfjs int8']);
  });

  it('rejects a WebGPU fallback adapter', () => {
    const software = { adapter: 'google swiftshader', isFallback: true, shaderF16: false };
    expect(listPossible({ ...phone, webgpu: software })).toEqual(['wasm int8', 'tfjs int8']);
    expect(reasonFor({ ...phone, webgpu: software }, 'webgpu')).toMatch(/software/);
  });

  it('offers tfjs on WebGL2 without WebGPU', () => {
    expect(listPossible(without('webgpu'))).toEqual(['wasm int8', 'tfjs int8']);
  });

  it('rejects WebGL2 in software', () => {
    const software = { renderer: 'ANGLE (Google, Vulkan (SwiftShader))', isSoftware: true };
    expect(listPossible({ ...without('webgpu'), webgl2: software })).toEqual(['wasm int8']);
  });

  // Proves fault F4.
  it('offers only tfjs without SIMD', () => {
    expect(listPossible({ ...without('webgpu', 'webgl2'), simd: false })).toEqual(['tfjs int8']);
  });

  it('explains a single thread on a page without cross-origin isolation', () => {
    const plain = { ...phone, threads: false, crossOriginIsolated: false };
    expect(reasonFor(plain, 'wasm')).toBe(
      'on the CPU, one thread: the page is not cross-origin isolated, see docs/headers.md',
    );
  });

  it('rejects an engine without a worker', () => {
    const candidates = listCandidates(phone, { hasWorker: (engine) => engine === 'wasm' });
    expect(candidates.map(({ engine, possible }) => [engine, possible])).toEqual([
      ['webgpu', false],
      ['wasm', true],
      ['tfjs', false],
    ]);
  });

  it('offers only the forced engine, even if this browser cannot run it', () => {
    const candidates = listCandidates(phone, { forcedEngine: 'tfjs' });
    expect(candidates).toEqual([
      { engine: 'webgpu', possible: false, reason: 'the app chose tfjs' },
      { engine: 'wasm', possible: false, reason: 'the app chose tfjs' },
      { engine: 'tfjs', possible: true, precision: 'int8', reason: 'chosen by the app' },
    ]);
  });
});

describe('threadCount', () => {
  it('leaves one core to the page and returns at most 4', () => {
    expect([1, 2, 4, 8, 64].map(threadCount)).toEqual([1, 1, 3, 4, 4]);
  });
});

const passed = (photoMs?: number) => ({
  passed: true,
  reason: '',
  ...(photoMs !== undefined && { photoMs }),
});
const failed = { passed: false, reason: 'is all zeros' };

describe('rankCandidates', () => {
  const candidates = listCandidates(phone);
  const engines = (verdicts: EngineVerdicts, current?: 'wasm' | 'webgpu') =>
    rankCandidates(candidates, verdicts, current).map(({ engine }) => engine);

  it('returns the engines that passed, the fastest on a photo first', () => {
    expect(engines({ webgpu: passed(90), wasm: passed(60), tfjs: passed(70) })).toEqual([
      'wasm',
      'tfjs',
      'webgpu',
    ]);
    expect(engines({ webgpu: passed(30), wasm: passed(60), tfjs: failed })).toEqual(['webgpu', 'wasm']);
  });

  it('ignores the golden picture: a GPU only pays its overhead there', () => {
    const verdicts = { webgpu: { ...passed(90), runMs: 13 }, wasm: { ...passed(230), runMs: 7 } };
    expect(engines(verdicts)).toEqual(['webgpu', 'wasm']);
  });

  it('keeps the current engine unless another one is clearly faster', () => {
    expect(engines({ webgpu: passed(90), wasm: passed(100) }, 'wasm')).toEqual(['wasm', 'webgpu']);
    expect(engines({ webgpu: passed(80), wasm: passed(100) }, 'wasm')).toEqual(['webgpu', 'wasm']);
  });
});

describe('combineVerdicts', () => {
  it('adds up the times of all models of a task', () => {
    expect(combineVerdicts([passed(80), passed(40)])).toMatchObject({ passed: true, photoMs: 120 });
  });

  it('fails if one model fails, and is not timed if one is not', () => {
    expect(combineVerdicts([passed(80), failed])).toEqual(failed);
    expect(combineVerdicts([passed(80), passed()])).not.toHaveProperty('photoMs');
  });
});

describe('findNextTrial', () => {
  const next = (verdicts: EngineVerdicts, capabilities = phone) =>
    findNextTrial(listCandidates(capabilities), verdicts)?.engine;

  it('tries WASM first, then WebGPU', () => {
    expect(next({})).toBe('wasm');
    expect(next({ wasm: passed(200) })).toBe('webgpu');
  });

  it('tries tfjs if WebGPU fails or is not the fastest, and not if it is', () => {
    expect(next({ wasm: passed(200), webgpu: passed(90) })).toBeUndefined();
    expect(next({ wasm: passed(80), webgpu: passed(90) })).toBe('tfjs');
    expect(next({ wasm: passed(80), webgpu: failed })).toBe('tfjs');
    expect(next({ wasm: passed(80) }, without('webgpu'))).toBe('tfjs');
  });

  it('times an engine that has a competitor', () => {
    expect(next({ wasm: passed(), webgpu: passed(90) })).toBe('wasm');
    expect(next({ wasm: passed() }, without('webgpu', 'webgl2'))).toBeUndefined();
    expect(next({ wasm: passed(), webgpu: failed, tfjs: failed })).toBeUndefined();
  });

  it('ends: every trial makes another engine known', () => {
    const verdicts: EngineVerdicts = {};
    const tried: string[] = [];
    for (let engine = next(verdicts); engine; engine = next(verdicts)) {
      tried.push(engine);
      verdicts[engine] = passed(engine === 'wasm' ? 50 : 100);
    }
    expect(tried).toEqual(['wasm', 'webgpu', 'tfjs']);
  });
});

describe('chooseEngine', () => {
  const candidates = listCandidates(phone);

  it('returns the fastest engine that passed, and why', () => {
    expect(chooseEngine(candidates, { webgpu: passed(90), wasm: passed(60) })).toEqual({
      engine: 'wasm',
      reason: 'the fastest engine that passed its self-test, per photo: wasm 60 ms, webgpu 90 ms',
    });
  });

  it('never returns an engine that failed its self-test', () => {
    const verdicts = { webgpu: { ...failed, photoMs: 1 }, wasm: passed(500) };
    expect(chooseEngine(candidates, verdicts)?.engine).toBe('wasm');
  });

  it('ignores the stored verdict of an engine that this browser cannot run', () => {
    const onlyWasm = listCandidates(phone, { hasWorker: (engine) => engine === 'wasm' });
    expect(chooseEngine(onlyWasm, { tfjs: passed(1) })).toBeUndefined();
  });
});
