import type { TaskName } from '../../../src/domain/enums.ts';
import type { AnalysisImage, Analyzer } from '../../../src/domain/task/analyzer.ts';
import { analysisRequest } from '../../lib/analysis-request.ts';
import { interleaved, summary } from '../../lib/samples.ts';
import { sumByKind } from '../../lib/workers/step-times.ts';
import type { PhotoSteps, TaskResult, TogetherResult, Way, WayResult } from '../result.ts';
import type { BenchPhoto } from './photos.ts';
import { OpenWay } from './ways.ts';

const WARM_UP_ROUNDS = 3;
/** Preparing one canvas takes up to 0.2 s, after 0.3 s without a photo. */
const WARM_UP_PAUSE_MS = 2_000;

interface MeasureOptions {
  task: TaskName;
  photos: readonly BenchPhoto[];
  ways: readonly Way[];
  auto: Analyzer;
  rounds: number;
  /** How many photos a task has in the second measurement. 0 for none. */
  together: number;
  onSkipped(reason: string): void;
}

interface OpenedWay {
  way: Way;
  open: OpenWay;
  firstMs: number;
}

/** Measures a task in every way and with `auto`, in turns: photo by photo, then with several photos in a task. */
export async function measureTask(options: MeasureOptions): Promise<TaskResult | undefined> {
  const { task, photos, ways, rounds, together, onSkipped } = options;
  const [first] = photos;
  if (!first) return undefined;
  const opened: OpenedWay[] = [];
  try {
    for (const way of ways) {
      const open = new OpenWay(way);
      try {
        const start = performance.now();
        await open.run(task, first.image);
        opened.push({ way, open, firstMs: performance.now() - start });
      } catch (error) {
        await open.close();
        onSkipped(`${task}, ${way.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    if (opened.some(({ way }) => way.engine !== 'wasm')) await warmUpGpu(options, opened);
    const alone = await measureInTurns(options, opened, 1, rounds);
    const possible = opened.filter(({ way }) => !way.isExperiment);
    const many = together > 0 && (await measureInTurns(options, possible, together, Math.ceil(rounds / 3)));
    return {
      task,
      photo: `${first.width} × ${first.height}, ${first.type}`,
      ways: alone.ways.map((measured, index) => ({ ...measured, firstMs: opened[index]?.firstMs ?? 0 })),
      autoMs: alone.autoMs,
      autoEngine: alone.autoEngine,
      ...(many && { together: { photos: together, ways: many.ways, autoMs: many.autoMs } }),
    };
  } finally {
    await Promise.all(opened.map(({ open }) => open.close()));
  }
}

/** Runs photos with pauses, as those of an app: a GPU prepares what runs often while nothing runs. */
async function warmUpGpu(
  { task, photos, auto }: MeasureOptions,
  opened: readonly OpenedWay[],
): Promise<void> {
  const { signal } = new AbortController();
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    for (const { image } of photos) {
      for (const { way, open } of opened) if (way.engine !== 'wasm') await open.run(task, image);
      await auto.analyze(analysisRequest(task, image, signal));
    }
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_PAUSE_MS));
  }
}

/** Measures tasks of `count` photos. All times are per photo. */
async function measureInTurns(
  { task, photos, auto }: MeasureOptions,
  opened: readonly OpenedWay[],
  count: number,
  rounds: number,
): Promise<Pick<TogetherResult, 'ways' | 'autoMs'> & { autoEngine: string }> {
  const imagesOf = (round: number): AnalysisImage[] =>
    Array.from({ length: count }, (_, index) => photos[(Math.max(0, round) + index) % photos.length]).flatMap(
      (photo) => (photo ? [photo.image] : []),
    );
  const steps = new Map<string, PhotoSteps[]>();
  const runs = Object.fromEntries(
    opened.map(({ way, open }) => [
      way.name,
      async (round: number) => {
        await open.run(task, imagesOf(round));
        if (round >= 0) steps.set(way.name, [...(steps.get(way.name) ?? []), ...readSteps(open)]);
      },
    ]),
  );
  let autoEngine = '';
  const { signal } = new AbortController();
  const times = await interleaved(
    {
      ...runs,
      auto: async (round) => {
        const { createdBy } = await auto.analyze(analysisRequest(task, imagesOf(round), signal));
        if (createdBy !== 'user') autoEngine = createdBy.engine;
      },
    },
    { rounds, warmUp: 2 },
  );
  return {
    ways: opened.map(({ way: { name, engine, isExperiment } }): Omit<WayResult, 'firstMs'> => {
      const { median, p90, runs: measured } = times[name as 'auto'];
      return {
        way: name,
        engine,
        ...(isExperiment && { isExperiment }),
        photoMs: median / count,
        p90: p90 / count,
        runs: measured,
        steps: medianSteps(steps.get(name) ?? []),
      };
    }),
    autoMs: times.auto.median / count,
    autoEngine,
  };
}

/** Returns the steps of each photo of the last task. */
function readSteps({ pool: { history, loaded } }: OpenWay): PhotoSteps[] {
  return history.map(({ times, runMs }) => {
    const { decode, layout, run, interpret } = sumByKind(times);
    return {
      decode,
      layout,
      models: Object.fromEntries(loaded.map(({ name }, index) => [name, times.models[index] ?? 0])),
      interpret,
      messages: runMs - (decode + layout + run + interpret),
      inRuns: times.inRuns,
    };
  });
}

function medianSteps(photos: readonly PhotoSteps[]): PhotoSteps {
  const medianOf = (read: (steps: PhotoSteps) => number | undefined) =>
    summary(photos.map((steps) => read(steps) ?? 0)).median;
  const mediansOf = <Name extends string>(read: (steps: PhotoSteps) => Partial<Record<Name, number>>) => {
    const names = new Set(photos.flatMap((steps) => Object.keys(read(steps)) as Name[]));
    return Object.fromEntries([...names].map((name) => [name, medianOf((steps) => read(steps)[name])]));
  };
  return {
    decode: medianOf(({ decode }) => decode),
    layout: medianOf(({ layout }) => layout),
    models: mediansOf(({ models }) => models),
    interpret: medianOf(({ interpret }) => interpret),
    messages: medianOf(({ messages }) => messages),
    inRuns: mediansOf(({ inRuns }) => inRuns),
  };
}
