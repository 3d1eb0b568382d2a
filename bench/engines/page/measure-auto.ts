import type { TaskName } from '../../../src/domain/enums.ts';
import type { AnalysisImage, Analyzer } from '../../../src/domain/task/analyzer.ts';
import { openKerbside } from '../../../src/index.ts';
import { ENGINE_NAMES } from '../../../src/inference/engine.ts';
import type { EngineReport } from '../../../src/inference/engines/engine-report.ts';
import { Inference } from '../../../src/inference/inference.ts';
import { createBrowserPlatform } from '../../../src/platform/browser-platform.ts';
import { analysisRequest } from '../../lib/analysis-request.ts';
import { models, runtimeUrl } from '../../lib/page/site.ts';
import { WORKERS } from '../../lib/page/workers.ts';
import { summary } from '../../lib/samples.ts';
import type { AutoResult } from '../result.ts';

/** Opens the inference of an app, which chooses its engines itself. Always with the small damage model, as the ways. */
export function openAuto(): Inference {
  const options = { workers: WORKERS, folder: models, runtime: runtimeUrl, licence: 'research' } as const;
  const limits = { budgetMs: 0, refine: true, reanalyzeMs: 0 };
  return new Inference({ ...options, ...limits }, createBrowserPlatform(), () => {});
}

/** Measures the first visit, and the first photo of the next one. */
export async function measureAuto(tasks: readonly TaskName[], image: AnalysisImage): Promise<AutoResult> {
  const first = openAuto();
  const start = performance.now();
  await first.preload(tasks);
  const firstPreloadMs = performance.now() - start;
  const report = await first.engines();
  await first.close();
  const next = openAuto();
  const nextStart = performance.now();
  await next.preload(tasks);
  const preloaded = performance.now();
  const { signal } = new AbortController();
  await next.analyzer.analyze(analysisRequest('damage_detection', image, signal));
  const firstPhotoMs = performance.now() - preloaded;
  await next.close();
  return {
    firstPreloadMs,
    nextPreloadMs: preloaded - nextStart,
    firstPhotoMs,
    choices: tasks.map((task) => toChoice(task, report)),
  };
}

/** Adds up the times of the models that ran in a task. */
function toChoice(task: TaskName, { models: reports }: EngineReport): AutoResult['choices'][number] {
  const names = task === 'wheel_analysis' ? ['parts'] : [];
  const used = reports.filter(
    (one) => one.engine !== undefined && (one.task === task || names.includes(one.model)),
  );
  const photoMs: Record<string, number> = {};
  for (const engine of ENGINE_NAMES) {
    const times = used.map(({ engines }) => engines.find((one) => one.engine === engine)?.photoMs);
    const sum = times.reduce<number>((total, ms) => total + (ms ?? Number.NaN), 0);
    if (!Number.isNaN(sum)) photoMs[engine] = sum;
  }
  return { task, engine: used[0]?.engine ?? 'none', photoMs };
}

/** Returns how long Kerbside takes to store a result after its analysis ended. */
export async function measureCommit(inner: Analyzer, image: AnalysisImage): Promise<number> {
  let analyzedAt = 0;
  const analyzer: Analyzer = {
    supports: async (task) => (await inner.supports?.(task)) !== false,
    async analyze(request) {
      const result = await inner.analyze(request);
      analyzedAt = performance.now();
      return result;
    },
  };
  const database = `bench-${crypto.randomUUID()}`;
  const kerbside = await openKerbside({ user: { id: 'bench' }, database, analyzer });
  const photo = new Blob([await image.photo()], { type: image.mimetype });
  const times: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
    await kerbside.images.addOne(id, { tasks: ['damage_detection'] }, photo);
    await kerbside.tasks.updateOne(id, 'damage_detection', { status: 'TODO' });
    await kerbside.tasks.whenDone(id, 'damage_detection', { timeoutMs: 60_000 });
    times.push(performance.now() - analyzedAt);
  }
  await kerbside.close();
  return summary(times.slice(1)).median;
}
