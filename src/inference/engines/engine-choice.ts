import type { EngineName } from '../engine.ts';
import type { Capabilities } from './capabilities.ts';

export type Precision = 'int8' | 'fp16';

/** An engine of this browser, and whether it can run models here. `reason` is a text for people. */
export type EngineCandidate =
  | { engine: EngineName; possible: true; precision: Precision; reason: string }
  | { engine: EngineName; possible: false; reason: string };
export type PossibleCandidate = Extract<EngineCandidate, { possible: true }>;

/** The state of an engine that runs one or more models on this device. */
export interface EngineVerdict {
  /** Whether it computes correct outputs. */
  passed: boolean;
  reason: string;
  /** Median time of one run on the golden picture, in milliseconds. Timeouts depend on it. */
  runMs?: number;
  /**
   * Median time of all runs that a typical photo needs, in milliseconds: every scale at the real canvas, with upload and
   * read-back. Engines are compared by it. Absent if there was nothing to compare.
   */
  photoMs?: number;
}
export type EngineVerdicts = Partial<Record<EngineName, EngineVerdict>>;

interface EngineChoice {
  engine: EngineName;
  reason: string;
}

/** The app's decisions about engines. */
export interface EngineConstraints {
  /** The only engine to use, whatever the result of its self-test. */
  forcedEngine?: EngineName | undefined;
  /** Whether the app provides a worker for the engine. By default it provides all. */
  hasWorker?: ((engine: EngineName) => boolean) | undefined;
}

/**
 * Lists the engines in order of preference: WebGPU on a real GPU, then WASM, then tfjs.
 *
 * tfjs is only worth its download if it adds something: WebGL2 on a real GPU, or any engine at all without SIMD.
 * {@link findNextTrial} leaves it out where WebGPU is the fastest.
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

/** Another engine replaces the current one only if it takes at most this fraction of its time. */
const SWITCH_BELOW = 0.85;

/** Returns the verdict on an engine that runs all models of a task: it must pass for each, and their times add up. */
export function combineVerdicts(verdicts: readonly EngineVerdict[]): EngineVerdict {
  const failed = verdicts.find(({ passed }) => !passed);
  if (failed) return { passed: false, reason: failed.reason };
  const sum = (values: (number | undefined)[]) =>
    values.reduce<number>((total, value) => total + (value ?? Number.NaN), 0);
  const runMs = sum(verdicts.map((verdict) => verdict.runMs));
  const photoMs = sum(verdicts.map((verdict) => verdict.photoMs));
  return {
    passed: true,
    reason: verdicts[0]?.reason ?? '',
    ...(!Number.isNaN(runMs) && { runMs }),
    ...(!Number.isNaN(photoMs) && { photoMs }),
  };
}

/**
 * Returns the engine to try next, or undefined if the comparison is complete.
 *
 * WASM is first: it starts fastest, and its outputs are the reference of the others. tfjs is tried if WebGPU cannot run
 * or is not the fastest. An engine without a competitor is not timed.
 */
export function findNextTrial(
  candidates: readonly EngineCandidate[],
  verdicts: EngineVerdicts,
): PossibleCandidate | undefined {
  const inOrder = orderByStart(candidates);
  for (const candidate of inOrder) {
    const verdict = verdicts[candidate.engine];
    const hasCompetitor = inOrder.some(
      ({ engine }) => engine !== candidate.engine && verdicts[engine]?.passed !== false,
    );
    const isKnown = verdict && (!verdict.passed || verdict.photoMs !== undefined || !hasCompetitor);
    if (isKnown) continue;
    if (candidate.engine === 'tfjs' && chooseEngine(candidates, verdicts)?.engine === 'webgpu') continue;
    return candidate;
  }
  return undefined;
}

/** Returns the possible candidates in the order in which they are ready: the smallest runtime without shaders first. */
export function orderByStart(candidates: readonly EngineCandidate[]): PossibleCandidate[] {
  const order: readonly EngineName[] = ['wasm', 'webgpu', 'tfjs'];
  return candidates
    .filter((candidate) => candidate.possible)
    .sort((a, b) => order.indexOf(a.engine) - order.indexOf(b.engine));
}

/**
 * Returns the candidates that passed, the fastest first.
 *
 * @param current The engine in use. It stays first unless another one is clearly faster.
 */
export function rankCandidates(
  candidates: readonly EngineCandidate[],
  verdicts: EngineVerdicts,
  current?: EngineName,
): PossibleCandidate[] {
  const timeOf = ({ engine }: PossibleCandidate) =>
    (verdicts[engine]?.photoMs ?? Number.MAX_VALUE) * (engine === current ? SWITCH_BELOW : 1);
  return candidates
    .filter((candidate) => candidate.possible)
    .filter(({ engine }) => verdicts[engine]?.passed)
    .sort((a, b) => timeOf(a) - timeOf(b));
}

/** Returns the fastest engine that passed, with a reason that compares the times. */
export function chooseEngine(
  candidates: readonly EngineCandidate[],
  verdicts: EngineVerdicts,
  current?: EngineName,
): EngineChoice | undefined {
  const ranked = rankCandidates(candidates, verdicts, current);
  const [best] = ranked;
  if (!best) return undefined;
  const times = ranked.map(({ engine }) => `${engine} ${formatMs(verdicts[engine]?.photoMs)}`);
  const reason =
    ranked.length > 1
      ? `the fastest engine that passed its self-test, per photo: ${times.join(', ')}`
      : 'the only engine that passed its self-test and has not failed since';
  return { engine: best.engine, reason };
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
  return { engine, possible: true, precision: webgpu.shaderF16 ? 'fp16' : 'int8', reason };
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

function assessTfjs({ webgl2, simd }: Capabilities): EngineCandidate {
  const engine = 'tfjs';
  if (!simd)
    return { engine, possible: true, precision: 'int8', reason: 'the only engine for browsers without SIMD' };
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

function formatMs(ms: number | undefined): string {
  return ms === undefined ? 'not timed' : `${ms.toFixed(0)} ms`;
}
