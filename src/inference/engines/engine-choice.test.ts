import { describe, expect, it } from 'vitest';
import type { Capabilities } from './capabilities.ts';
import { candidates, choose, threadCount } from './engine-choice.ts';

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

const possible = (capabilities: Capabilities) =>
  candidates(capabilities).flatMap((one) => (one.possible ? [`${one.engine} ${one.precision}`] : []));
const reasonFor = (capabilities: Capabilities, engine: string) =>
  candidates(capabilities).find((one) => one.engine === engine)?.reason;

describe('what could run here', () => {
  it('a phone with WebGPU: fp16 on it, WASM as the floor, no need of tfjs', () => {
    expect(possible(phone)).toEqual(['webgpu fp16', 'wasm int8']);
  });

  it('a GPU without shader-f16 takes the int8 file', () => {
    const gpu = { adapter: 'arm mali', isFallback: false, shaderF16: false };
    expect(possible({ ...phone, webgpu: gpu })).toEqual(['webgpu int8', 'wasm int8']);
  });

  it('a software adapter counts as no GPU', () => {
    const software = { adapter: 'google swiftshader', isFallback: true, shaderF16: false };
    expect(possible({ ...phone, webgpu: software })).toEqual(['wasm int8', 'tfjs int8']);
    expect(reasonFor({ ...phone, webgpu: software }, 'webgpu')).toMatch(/software/);
  });

  it('a phone without WebGPU may be faster on WebGL2', () => {
    expect(possible(without('webgpu'))).toEqual(['wasm int8', 'tfjs int8']);
  });

  it('software WebGL2 is not worth a try', () => {
    const software = { renderer: 'ANGLE (Google, Vulkan (SwiftShader))', isSoftware: true };
    expect(possible({ ...without('webgpu'), webgl2: software })).toEqual(['wasm int8']);
  });

  it('without SIMD only tfjs is left', () => {
    expect(possible({ ...without('webgpu', 'webgl2'), simd: false })).toEqual(['tfjs int8']);
  });

  it('a page that is not isolated runs on one thread, and the reason says so', () => {
    const plain = { ...phone, threads: false, crossOriginIsolated: false };
    expect(reasonFor(plain, 'wasm')).toBe(
      'on the processor, one thread: the page is not cross-origin isolated, see docs/headers.md',
    );
  });

  it('leaves one core to the page and takes four at most', () => {
    expect([1, 2, 4, 8, 64].map(threadCount)).toEqual([1, 1, 3, 4, 4]);
  });
});

describe('what is chosen', () => {
  const all = candidates(phone);

  it('the fastest that passed', () => {
    const verdicts = {
      webgpu: { passed: true, reason: '', runMs: 90 },
      wasm: { passed: true, reason: '', runMs: 60 },
    };
    expect(choose(all, verdicts)).toEqual({
      engine: 'wasm',
      precision: 'int8',
      reason: 'the fastest of those whose results are right: wasm 60 ms, webgpu 90 ms',
    });
  });

  it('never one that failed its golden test, however fast', () => {
    const verdicts = {
      webgpu: { passed: false, reason: 'is all zeros', runMs: 1 },
      wasm: { passed: true, reason: '', runMs: 500 },
    };
    expect(choose(all, verdicts)?.engine).toBe('wasm');
  });

  it('never one that this browser can not run, whatever an old verdict says', () => {
    const verdicts = { tfjs: { passed: true, reason: '', runMs: 1 } };
    expect(choose(all, verdicts)).toBeUndefined();
  });
});
