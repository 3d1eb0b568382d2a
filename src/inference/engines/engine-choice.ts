import type { Capabilities } from './capabilities.ts';
import type { EngineName } from './engine.ts';

export type Precision = 'int8' | 'fp16';

/** An engine of this browser, and whether it can run models here. `reason` is a text for people. */
export type EngineCandidate =
  | { engine: EngineName; possible: true; precision: Precision; reason: string }
  | { engine: EngineName; possible: false; reason: string };
export type PossibleCandidate = Extract<EngineCandidate, { possible: true }>;

/** The result of a model's self-test on an engine, on this device. */
export interface EngineVerdict {
  passed: boolean;
  reason: string;
  /** Median run time after the warm-up, in milliseconds. */
  runMs?: number;
  /** How long a detector runs on a photo, in milliseconds. Measured when a tier is chosen. */
  photoMs?: number;
}
export type EngineVerdicts = Partial<Record<EngineName, EngineVerdict>>;

interface EngineChoice {
  engine: EngineName;
  precision: Precision;
  reason: string;
}

/** What the app decides about engines. */
export interface EngineConstraints {
  /** The only engine to use, whatever the result of its self-test. */
  forcedEngine?: EngineName | undefined;
  /** Whether the app provides a worker for the engine. By default it provides all. */
  hasWorker?: ((engine: EngineName) => boolean) | undefined;
}

/**
 * Lists the engines in order of preference: WebGPU on a real GPU, then WASM, then tfjs.
 *
 * tfjs is only worth its download if it adds something: WebGL2 on a real GPU without WebGPU, or any engine at all
 * without SIMD.
 */
export function listCandidates(
  capabilities: Capabilities,
  { forcedEngine, hasWorker }: EngineConstraints = {},
): EngineCandidate[] {
  const candidates = [assessWebgpu(capabilities), assessWasm(capabilities), assessTfjs(capabilities)].map(
    (candidate): EngineCandidate =>
      hasWorker?.(candidate.engine) === false
        ? { engine: candidate.engine, possible: false, reason: 'the app provides no worker for it' }
        : candidate,
  );
  if (!forcedEngine) return candidates;
  return candidates.map((candidate): EngineCandidate => {
    const { engine } = candidate;
    if (engine !== forcedEngine) return { engine, possible: false, reason: `the app chose ${forcedEngine}` };
    const precision = candidate.possible ? candidate.precision : 'int8';
    return { engine, possible: true, precision, reason: 'chosen by the app' };
  });
}

/** Returns the candidates that passed their self-test: the fastest first, the others in order of preference. */
export function rankCandidates(
  candidates: readonly EngineCandidate[],
  verdicts: EngineVerdicts,
): PossibleCandidate[] {
  const best = chooseEngine(candidates, verdicts)?.engine;
  return candidates
    .filter((candidate) => candidate.possible)
    .filter(({ engine }) => verdicts[engine]?.passed)
    .sort((a, b) => Number(b.engine === best) - Number(a.engine === best));
}

/** Returns the fastest engine that passed its self-test, with a reason that compares the times. */
export function chooseEngine(
  candidates: readonly EngineCandidate[],
  verdicts: EngineVerdicts,
): EngineChoice | undefined {
  const passed = candidates.flatMap((candidate) => {
    const verdict = verdicts[candidate.engine];
    return candidate.possible && verdict?.passed ? [{ ...candidate, runMs: verdict.runMs ?? Infinity }] : [];
  });
  const [best, ...others] = passed.sort((a, b) => a.runMs - b.runMs);
  if (!best) return undefined;
  const times = [best, ...others].map(({ engine, runMs }) => `${engine} ${formatMs(runMs)}`);
  const reason =
    others.length > 0
      ? `the fastest engine that passed its self-test: ${times.join(', ')}`
      : 'the only engine that passed its self-test';
  return { engine: best.engine, precision: best.precision, reason };
}

/** Returns the number of WASM threads. One core is left to the page; more than 4 threads do not speed up these models. */
export function threadCount(cores: number): number {
  return Math.max(1, Math.min(4, cores - 1));
}

function assessWebgpu({ webgpu }: Capabilities): EngineCandidate {
  const engine = 'webgpu';
  if (!webgpu) return { engine, possible: false, reason: 'this browser has no WebGPU' };
  if (webgpu.isFallback)
    return { engine, possible: false, reason: describeSoftware('WebGPU', webgpu.adapter) };
  const reason = `on the GPU (${webgpu.adapter})`;
  return webgpu.shaderF16
    ? { engine, possible: true, precision: 'fp16', reason: `${reason}, in half precision` }
    : { engine, possible: true, precision: 'int8', reason: `${reason}, which has no half precision` };
}

function assessWasm({ simd, threads, crossOriginIsolated, cores }: Capabilities): EngineCandidate {
  const engine = 'wasm';
  if (!simd) return { engine, possible: false, reason: 'WebAssembly in this browser has no SIMD' };
  const noThreads = crossOriginIsolated
    ? 'this browser has no WebAssembly threads'
    : 'the page is not cross-origin isolated, see docs/headers.md';
  const reason = threads ? describeThreads(threadCount(cores)) : `one thread: ${noThreads}`;
  return { engine, possible: true, precision: 'int8', reason: `on the CPU, ${reason}` };
}

function assessTfjs({ webgl2, webgpu, simd }: Capabilities): EngineCandidate {
  const engine = 'tfjs';
  if (!simd)
    return { engine, possible: true, precision: 'int8', reason: 'the only engine for browsers without SIMD' };
  if (webgpu && !webgpu.isFallback)
    return { engine, possible: false, reason: 'not needed: WebGPU is faster on the same GPU' };
  if (!webgl2) return { engine, possible: false, reason: 'this browser has no WebGL2' };
  if (webgl2.isSoftware)
    return { engine, possible: false, reason: describeSoftware('WebGL2', webgl2.renderer) };
  const reason = `on the GPU through WebGL2 (${webgl2.renderer})`;
  return { engine, possible: true, precision: 'int8', reason };
}

function describeSoftware(api: string, renderer: string): string {
  return `${api} is emulated in software (${renderer}), which is slower than wasm`;
}

function describeThreads(count: number): string {
  return count === 1 ? 'one thread: the device has few cores' : `${count} threads`;
}

function formatMs(ms: number): string {
  return Number.isFinite(ms) ? `${ms.toFixed(0)} ms` : 'not timed';
}
