import type { Analyzer } from '../../../src/domain/analyzer.ts';
import type { TaskName } from '../../../src/domain/enums.ts';
import { analysisRequest } from '../../lib/analysis-request.ts';
import { interleaved, summary } from '../../lib/samples.ts';
import type { TaskResult, Way, WayResult } from '../result.ts';
import type { BenchPhoto } from './photos.ts';
import { OpenWay } from './ways.ts';

interface MeasureOptions {
  task: TaskName;
  photos: readonly BenchPhoto[];
  ways: readonly Way[];
  auto: Analyzer;
  rounds: number;
  onSkipped(reason: string): void;
}

/** Measures a task in every way and with `auto`, in turns, photo by photo. */
export async function measureTask(options: MeasureOptions): Promise<TaskResult | undefined> {
  const { task, photos, ways, auto, rounds, onSkipped } = options;
  const [first] = photos;
  if (!first) return undefined;
  const turn = (round: number) => (photos[Math.max(0, round) % photos.length] ?? first).image;
  const opened: { way: Way; open: OpenWay; firstMs: number; steps: Record<string, number>[] }[] = [];
  let autoEngine = '';
  try {
    for (const way of ways) {
      const open = new OpenWay(way);
      try {
        const start = performance.now();
        await open.run(task, first.image);
        opened.push({ way, open, firstMs: performance.now() - start, steps: [] });
      } catch (error) {
        open.close();
        onSkipped(`${task}, ${way.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    const runs = Object.fromEntries(
      opened.map(({ way, open, steps }) => [
        way.name,
        async (round: number) => {
          await open.run(task, turn(round));
          if (round >= 0) steps.push(readSteps(open));
        },
      ]),
    );
    const { signal } = new AbortController();
    const times = await interleaved(
      {
        ...runs,
        auto: async (round) => {
          const { createdBy } = await auto.analyze(analysisRequest(task, turn(round), signal));
          if (createdBy !== 'user') autoEngine = createdBy.engine;
        },
      },
      { rounds, warmUp: 2 },
    );
    return {
      task,
      photo: `${first.width} × ${first.height}, ${first.type}`,
      ways: opened.map(({ way, firstMs, steps }): WayResult => {
        const { median = Number.NaN, p90 = Number.NaN, runs: count = 0 } = times[way.name as 'auto'] ?? {};
        return { way: way.name, photoMs: median, p90, runs: count, firstMs, steps: medianSteps(steps) };
      }),
      autoMs: times.auto.median,
      autoEngine,
    };
  } finally {
    for (const { open } of opened) open.close();
  }
}

/** Returns the steps of the last photo. A model's run includes upload and read-back, and on a GPU also the layout. */
function readSteps({ pool: { times, loaded, runMs } }: OpenWay): Record<string, number> {
  const { before, layout, layoutBefore, models, between, after, inRuns } = times;
  const inWorker = before + between + after + models.reduce((sum, ms) => sum + ms, 0);
  return {
    decode: before - layoutBefore,
    layout,
    ...Object.fromEntries(loaded.map(({ name }, index) => [`model ${name}`, models[index] ?? 0])),
    interpret: between - (layout - layoutBefore) + after,
    messages: runMs - inWorker,
    ...Object.fromEntries(Object.entries(inRuns).map(([name, ms]) => [`in the runs: ${name}`, ms])),
  };
}

function medianSteps(steps: readonly Record<string, number>[]): Record<string, number> {
  const names = new Set(steps.flatMap((one) => Object.keys(one)));
  return Object.fromEntries(
    [...names].map((name) => [name, summary(steps.map((one) => one[name] ?? 0)).median]),
  );
}
