import type { TaskName } from '../../../src/domain/enums.ts';
import type { EngineName } from '../../../src/inference/engine.ts';
import type { Capabilities } from '../../../src/inference/engines/capabilities.ts';
import {
  chooseEngine,
  combineVerdicts,
  type EngineVerdict,
} from '../../../src/inference/engines/engine-choice.ts';
import { summary } from '../../lib/samples.ts';
import type { StepTimes } from '../../lib/workers/step-times.ts';
import type { Measurement, Spread, Sustained } from '../result.ts';
import { fetchRuntimeCold, type MeasurableEngine, openStation } from './bench.ts';
import { memoryNow } from './memory.ts';
import { photoFor } from './photos.ts';
import { inShort, sustained } from './sustained.ts';

export interface MeasureOptions {
  capabilities: Capabilities;
  tasks: readonly TaskName[];
  engines: readonly MeasurableEngine[];
  runs: number;
  signal: AbortSignal;
  onStep(words: string, share?: number): void;
}

interface Tried extends Measurement {
  verdicts: EngineVerdict[];
}

/** Measures every task on every engine in sequence. An engine that fails on a task is reported and skipped. */
export async function measureAll(options: MeasureOptions) {
  const measurements: Measurement[] = [];
  const left: { engine: EngineName; reason: string }[] = [];
  for (const task of options.tasks) {
    const tried: Tried[] = [];
    for (const candidate of options.engines) {
      try {
        tried.push(await measureOne(task, candidate, options));
      } catch (error) {
        if (options.signal.aborted) throw error;
        const reason = `${task}: ${error instanceof Error ? error.message : error}`;
        left.push({ engine: candidate.engine, reason: reason.slice(0, 400) });
      }
    }
    measurements.push(...withChoice(tried, options.engines));
  }
  return { measurements, left };
}

async function measureOne(
  task: TaskName,
  candidate: MeasurableEngine,
  { capabilities, runs, signal, onStep }: MeasureOptions,
): Promise<Tried> {
  const where = `${task} on ${candidate.engine}`;
  onStep(`${where}: drawing a photo`);
  const { image, words } = await photoFor(task);
  onStep(`${where}: loading`);
  const runtimeMs = await fetchRuntimeCold(candidate.engine, signal);
  const station = openStation(task, candidate, image, capabilities);
  const { pool } = station;
  try {
    await station.run(signal);
    const warmUpMs = pool.runMs;
    onStep(`${where}: golden test`);
    const verdicts: EngineVerdict[] = [];
    for (const model of pool.loaded) verdicts.push(await pool.prove(model, signal));
    const totals: number[] = [];
    const times: StepTimes[] = [];
    for (let run = 0; run < runs; run += 1) {
      onStep(`${where}: run ${run + 1} of ${runs}`, run / runs);
      totals.push(await took(() => station.run(signal)));
      times.push(pool.times);
    }
    onStep(`${where}: memory`);
    const memory = await memoryNow(signal);
    const spreadOf = (part: (one: StepTimes) => number) => spread(times.map(part));
    return {
      task,
      photo: words,
      engine: candidate.engine,
      runtime: pool.facts?.runtime ?? 'unknown',
      backend: pool.facts?.backend ?? 'unknown',
      threads: pool.facts?.threads ?? 1,
      chosen: false,
      reason: candidate.reason,
      runtimeMs,
      startMs: pool.startMs,
      models: pool.loaded.map(({ entry: _entry, key: _key, ...model }, index) => ({
        ...model,
        passed: verdicts[index]?.passed ?? false,
        verdict: (verdicts[index]?.reason ?? 'not tried').slice(0, 400),
        run: spreadOf(({ models }) => models[index] ?? 0),
      })),
      warmUpMs,
      runs,
      total: spread(totals),
      before: spreadOf(({ before }) => before),
      between: spreadOf(({ between }) => Math.max(0, between)),
      after: spreadOf(({ after }) => after),
      memory,
      verdicts,
    };
  } finally {
    await station.close();
  }
}

/** Chooses like Kerbside: the fastest engine on which all models of the task pass. */
function withChoice(tried: Tried[], engines: readonly MeasurableEngine[]): Measurement[] {
  const verdicts: Partial<Record<EngineName, EngineVerdict>> = {};
  for (const { engine, verdicts: own } of tried) {
    verdicts[engine] = combineVerdicts(own);
  }
  const best = chooseEngine(
    engines.filter(({ used }) => used),
    verdicts,
  );
  return tried.map(({ verdicts: _verdicts, ...measurement }) =>
    best?.engine === measurement.engine
      ? { ...measurement, chosen: true, reason: `${measurement.reason}; ${best.reason}` }
      : measurement,
  );
}

export interface SustainedOptions extends Pick<MeasureOptions, 'capabilities' | 'signal' | 'onStep'> {
  task: TaskName;
  engine: MeasurableEngine;
  seconds: number;
  /** Returns the reason to end early, if there is one. */
  endedBy(): string | undefined;
}

export async function measureSustained(options: SustainedOptions): Promise<Sustained> {
  const { task, engine, seconds, capabilities, signal, onStep, endedBy } = options;
  onStep(`${task} on ${engine.engine}: loading for the sustained run`);
  const { image } = await photoFor(task);
  const station = openStation(task, engine, image, capabilities);
  try {
    await station.run(signal);
    const points = await sustained({
      seconds,
      run: () => station.run(signal),
      now: () => performance.now(),
      endedBy,
      onRun: (at) => onStep(`sustained run: ${Math.round(at)} of ${seconds} s`, at / seconds),
    });
    const why = endedBy();
    return { task, engine: engine.engine, seconds, ...inShort(points), ...(why && { endedBy: why }) };
  } finally {
    await station.close();
  }
}

async function took(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function spread(samples: readonly number[]): Spread {
  const { median, p90, p99 } = summary(samples);
  return { p50: median, p90, p99 };
}
