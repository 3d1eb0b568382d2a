import { describe, expect, it } from 'vitest';
import type { Capabilities } from './capabilities.ts';
import { chooseEngine, listCandidates, rankCandidates, threadCount } from './engine-choice.ts';

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
  it('offers fp16 on WebGPU and int8 on WASM to a phone with a GPU', () => {
    expect(listPossible(phone)).toEqual(['webgpu fp16', 'wasm int8']);
  });

  it('offers int8 on a GPU without shader-f16', () => {
    const gpu = { adapter: 'arm mali', isFallback: false, shaderF16: false };
    expect(listPossible({ ...phone, webgpu: gpu })).toEqual(['webgpu int8', 'wasm int8']);
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

describe('rankCandidates', () => {
  it('returns the engines that passed: the fastest first, the others in order of preference', () => {
    const withoutGpu = listCandidates(without('webgpu'));
    const passed = (runMs: number) => ({ passed: true, reason: '', runMs });
    const engines = (verdicts: Parameters<typeof rankCandidates>[1]) =>
      rankCandidates(withoutGpu, verdicts).map(({ engine }) => engine);
    expect(engines({ wasm: passed(60), tfjs: passed(90) })).toEqual(['wasm', 'tfjs']);
    expect(engines({ wasm: passed(60), tfjs: passed(30) })).toEqual(['tfjs', 'wasm']);
    expect(engines({ wasm: passed(60), tfjs: { passed: false, reason: '' } })).toEqual(['wasm']);
  });
});

describe('chooseEngine', () => {
  const candidates = listCandidates(phone);

  it('returns the fastest engine that passed', () => {
    const verdicts = {
      webgpu: { passed: true, reason: '', runMs: 90 },
      wasm: { passed: true, reason: '', runMs: 60 },
    };
    expect(chooseEngine(candidates, verdicts)).toEqual({
      engine: 'wasm',
      precision: 'int8',
      reason: 'the fastest engine that passed its self-test: wasm 60 ms, webgpu 90 ms',
    });
  });

  it('never returns an engine that failed its self-test', () => {
    const verdicts = {
      webgpu: { passed: false, reason: 'is all zeros', runMs: 1 },
      wasm: { passed: true, reason: '', runMs: 500 },
    };
    expect(chooseEngine(candidates, verdicts)?.engine).toBe('wasm');
  });

  it('ignores the stored verdict of an engine that this browser cannot run', () => {
    const verdicts = { tfjs: { passed: true, reason: '', runMs: 1 } };
    expect(chooseEngine(candidates, verdicts)).toBeUndefined();
  });
});
