import { basename } from 'node:path';
import type { Analyzer } from '../../domain/analyzer.ts';
import type { NormalizedResponse } from '../../domain/entities.ts';
import type { OcrImageType, TaskName } from '../../domain/enums.ts';
import { LIMITS } from '../../domain/limits.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import { repairEstimates } from '../../estimate/index.ts';
import { type Kerbside, openKerbside } from '../../kerbside.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { readPhoto, withPath } from './read-photo.ts';

export interface InspectPhotosOptions {
  photos: readonly string[];
  tasks: readonly TaskName[];
  threshold?: number;
  imageType?: OcrImageType;
  analyzer: Analyzer & Required<Pick<Analyzer, 'assess'>>;
  /** Whether a report is made too. */
  report?: boolean;
  onProgress(label: string, done: number, total: number): void;
}

export interface InspectedPhotos {
  /** What the library's `inspections.getOne` answers. */
  answer: NormalizedResponse;
  /** Ids of the images, in the order of the photos. */
  imageIds: string[];
  report?: Blob;
}

/** One inspection of these photos, through the same service that runs in an app, kept in memory. */
export async function inspectPhotos(options: InspectPhotosOptions): Promise<InspectedPhotos> {
  const { photos, tasks, threshold, onProgress } = options;
  const quality = qualityWatch(options.analyzer);
  const kerbside = await openKerbside({
    user: { id: 'command-line' },
    store: new MemoryStore(),
    analyzer: quality.analyzer,
    estimator: repairEstimates(),
  });
  try {
    const judged = quality.all(kerbside, photos.length);
    const { result: id } = await kerbside.inspections.createOne({
      tasks: Object.fromEntries(
        tasks.map((task) => [
          task,
          task === 'damage_detection' && threshold !== undefined ? { damageScoreThreshold: threshold } : {},
        ]),
      ),
    });
    const imageIds: string[] = [];
    for (const path of photos) {
      onProgress('reading photos', imageIds.length, photos.length);
      imageIds.push(await addPhoto(kerbside, id, path, options));
    }
    kerbside.on('task.progress', ({ taskName, done, total }) => onProgress(taskName, done, total));
    for (const task of tasks) await runTask(kerbside, id, task, photos);
    await judged;
    const answer = await kerbside.inspections.getOne(id);
    return { answer, imageIds, ...(options.report && { report: await reportOf(kerbside, id, tasks) }) };
  } finally {
    kerbside.close();
  }
}

async function reportOf(kerbside: Kerbside, id: string, tasks: readonly TaskName[]): Promise<Blob> {
  // Only now: the PDF library is optional, and inspecting does without it.
  const { createNodeReports } = await import('../report/reports.ts');
  const reports = createNodeReports(kerbside);
  await reports.requestOne(id, { pricing: tasks.includes('repair_estimate') });
  return (await reports.whenReady(id)).pdf;
}

async function addPhoto(
  kerbside: Kerbside,
  id: string,
  path: string,
  { tasks, imageType }: Pick<InspectPhotosOptions, 'tasks' | 'imageType'>,
) {
  const { bytes } = await readPhoto(path);
  const named = tasks.map((name) =>
    name === 'images_ocr' && imageType !== undefined ? { name, imageDetails: { imageType } } : name,
  );
  try {
    const { result } = await kerbside.images.addOne(id, { name: baseNameOf(path), tasks: named }, bytes);
    return result;
  } catch (error) {
    throw withPath(path, error);
  }
}

/** One task at a time: two models would only share the same cores. */
async function runTask(kerbside: Kerbside, id: string, task: TaskName, photos: readonly string[]) {
  try {
    await kerbside.tasks.updateOne(id, task, { status: 'TODO' });
    await kerbside.tasks.whenDone(id, task);
  } catch (error) {
    if (!isKerbsideError(error, 'task_failed')) throw error;
    // The service knows photos by their names; who typed the command knows them by their paths.
    const { entities } = await kerbside.tasks.getOne(id, task);
    const reason = Object.values(entities.tasks)[0]?.errorMessages?.at(-1)?.message ?? error.message;
    const [path, ...others] = photos.filter((one) => reason.startsWith(`${baseNameOf(one)}: `));
    const isOne = path !== undefined && others.length === 0;
    const message = isOne ? reason.replace(baseNameOf(path), () => path) : `${task} failed: ${reason}`;
    throw new KerbsideError('task_failed', message, { cause: error });
  }
}

/** Photos are judged on the side; the answer has to wait until each was, or could not be. */
function qualityWatch(analyzer: InspectPhotosOptions['analyzer']) {
  let onFailed = () => {};
  const watched: InspectPhotosOptions['analyzer'] = {
    ...analyzer,
    async assess(image, signal) {
      try {
        return await analyzer.assess(image, signal);
      } catch (error) {
        onFailed();
        throw error;
      }
    },
  };
  const all = (kerbside: Pick<Kerbside, 'on'>, count: number) =>
    new Promise<void>((resolve) => {
      let left = count;
      const one = () => {
        left -= 1;
        if (left === 0) resolve();
      };
      onFailed = one;
      kerbside.on('image.checked', one);
    });
  return { analyzer: watched, all };
}

/** Returns a photo's name in its inspection: its file name, truncated to the limit of a name. */
function baseNameOf(path: string): string {
  return basename(path).slice(0, LIMITS.shortText);
}
