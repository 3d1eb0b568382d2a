import type { Capabilities } from './capabilities.ts';
import type { EngineName } from './engine.ts';

export type Precision = 'int8' | 'fp16';

/** An engine that this browser could run a model on, or the reason why not, in words for a person. */
export type Candidate =
  | { engine: EngineName; possible: true; precision: Precision; reason: string }
  | { engine: EngineName; possible: false; reason: string };

/** How an engine did on a model's golden test, on this device. */
export interface Verdict {
  passed: boolean;
  reason: string;
  /** Median of the runs after the first, in milliseconds. */
  runMs?: number;
}

/**
 * What could run here, best first: a real GPU through WebGPU, then WASM, then tfjs. tfjs is worth its download
 * only where it brings something: WebGL2 on a real GPU without WebGPU, or any run at all without SIMD.
 */
export function candidates(capabilities: Capabilities): Candidate[] {
  return [webgpu(capabilities), wasm(capabilities), tfjs(capabilities)];
}

export interface Choice {
  engine: EngineName;
  precision: Precision;
  reason: string;
}

/** The fastest engine that proved itself, with a reason that names what it won against. */
export function choose(
  possible: readonly Candidate[],
  verdicts: Partial<Record<EngineName, Verdict>>,
): Choice | undefined {
  const proven = possible.flatMap((candidate) => {
    const verdict = verdicts[candidate.engine];
    return candidate.possible && verdict?.passed ? [{ ...candidate, runMs: verdict.runMs ?? Infinity }] : [];
  });
  const [best, ...others] = proven.sort((a, b) => a.runMs - b.runMs);
  if (!best) return undefined;
  const times = [best, ...others].map(({ engine, runMs }) => `${engine} ${milliseconds(runMs)}`);
  const why =
    others.length > 0
      ? `the fastest of those whose results are right: ${times.join(', ')}`
      : 'the only one whose results are right';
  return { engine: best.engine, precision: best.precision, reason: why };
}

function webgpu({ webgpu: gpu }: Capabilities): Candidate {
  const engine = 'webgpu';
  if (!gpu) return { engine, possible: false, reason: 'this browser offers pages no graphics chip (WebGPU)' };
  if (gpu.isFallback) return { engine, possible: false, reason: onlySoftware('WebGPU', gpu.adapter) };
  const reason = `on the graphics chip (${gpu.adapter})`;
  return gpu.shaderF16
    ? { engine, possible: true, precision: 'fp16', reason: `${reason}, in half precision` }
    : { engine, possible: true, precision: 'int8', reason: `${reason}, which has no half precision` };
}

function wasm({ simd, threads, crossOriginIsolated, cores }: Capabilities): Candidate {
  const engine = 'wasm';
  if (!simd)
    return { engine, possible: false, reason: 'this browser is too old: its WebAssembly has no SIMD' };
  const one = crossOriginIsolated
    ? 'this browser gives WebAssembly no more'
    : 'the page is not cross-origin isolated, see docs/headers.md';
  const reason = threads ? threadsInWords(threadCount(cores)) : `one thread: ${one}`;
  return { engine, possible: true, precision: 'int8', reason: `on the processor, ${reason}` };
}

function tfjs({ webgl2, webgpu: gpu, simd }: Capabilities): Candidate {
  const engine = 'tfjs';
  if (!simd)
    return { engine, possible: true, precision: 'int8', reason: 'the only engine for browsers without SIMD' };
  if (gpu && !gpu.isFallback)
    return { engine, possible: false, reason: 'not needed: WebGPU is faster on the same graphics chip' };
  if (!webgl2) return { engine, possible: false, reason: 'this browser has no WebGL2' };
  if (webgl2.isSoftware) return { engine, possible: false, reason: onlySoftware('WebGL2', webgl2.renderer) };
  const reason = `on the graphics chip through WebGL2 (${webgl2.renderer})`;
  return { engine, possible: true, precision: 'int8', reason };
}

function onlySoftware(interfaceName: string, what: string): string {
  return `${interfaceName} is only software here (${what}), which is slower than wasm`;
}

function threadsInWords(count: number): string {
  return count === 1 ? 'one thread: the device has few cores' : `${count} threads`;
}

/** One core is left to the page; more than four bring nothing to models of this size. */
export function threadCount(cores: number): number {
  return Math.max(1, Math.min(4, cores - 1));
}

function milliseconds(ms: number): string {
  return Number.isFinite(ms) ? `${ms.toFixed(0)} ms` : 'not timed';
}
