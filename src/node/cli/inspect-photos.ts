import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OcrImageType, TaskName } from '../../domain/enums.ts';
import { LIMITS } from '../../domain/limits.ts';
import type { NormalizedResponse } from '../../domain/records/entities.ts';
import type { Analyzer } from '../../domain/task/analyzer.ts';
import { isKerbsideError, KerbsideError } from '../../errors.ts';
import { repairEstimates } from '../../estimate/index.ts';
import { type Kerbside, openKerbside } from '../../kerbside.ts';
import { readPhotoHeader } from '../../photo/header/read-header.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { decodeUpright } from '../photo/decode-upright.ts';

export interface InspectPhotosOptions {
  photos: readonly string[];
  tasks: readonly TaskName[];
  threshold?: number;
  imageType?: OcrImageType;
  analyzer: Analyzer & Required<Pick<Analyzer, 'assess'>>;
  /** Whether to make a report. */
  report?: boolean;
  onProgress(label: string, done: number, total: number): void;
}

export interface InspectedPhotos {
  /** The response of `inspections.getOne`. */
  response: NormalizedResponse;
  /** Ids of the images, in the order of the photos. */
  imageIds: string[];
  report?: Blob;
}

/** Creates an inspection of the photos in memory, with the same library that runs in an app, and runs its tasks. */
export async function inspectPhotos(options: InspectPhotosOptions): Promise<InspectedPhotos> {
  const { photos, tasks, threshold, onProgress } = options;
  const quality = watchQuality(options.analyzer);
  const kerbside = await openKerbside({
    user: { id: 'command-line' },
    store: new MemoryStore(),
    analyzer: quality.analyzer,
    estimator: repairEstimates(),
  });
  try {
    const assessed = quality.whenAllAssessed(kerbside, photos.length);
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
    await assessed;
    const response = await kerbside.inspections.getOne(id);
    return { response, imageIds, ...(options.report && { report: await createReport(kerbside, id, tasks) }) };
  } finally {
    kerbside.close();
  }
}

async function createReport(kerbside: Kerbside, id: string, tasks: readonly TaskName[]): Promise<Blob> {
  // Imported here: the PDF library is an optional package.
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
  const bytes = await readPhoto(path);
  const taskInputs = tasks.map((name) =>
    name === 'images_ocr' && imageType !== undefined ? { name, imageDetails: { imageType } } : name,
  );
  try {
    const { result } = await kerbside.images.addOne(
      id,
      { name: getPhotoName(path), tasks: taskInputs },
      bytes,
    );
    return result;
  } catch (error) {
    throw withPath(path, error);
  }
}

/** Runs one task. Tasks run one at a time: two models would share the same cores. */
async function runTask(kerbside: Kerbside, id: string, task: TaskName, photos: readonly string[]) {
  try {
    await kerbside.tasks.updateOne(id, task, { status: 'TODO' });
    await kerbside.tasks.whenDone(id, task);
  } catch (error) {
    if (!isKerbsideError(error, 'task_failed')) throw error;
    // The task's error names the photo. The user knows it by its path.
    const { entities } = await kerbside.tasks.getOne(id, task);
    const reason = Object.values(entities.tasks)[0]?.errorMessages?.at(-1)?.message ?? error.message;
    const [path, ...others] = photos.filter((photo) => reason.startsWith(`${getPhotoName(photo)}: `));
    const isUnique = path !== undefined && others.length === 0;
    const message = isUnique ? reason.replace(getPhotoName(path), () => path) : `${task} failed: ${reason}`;
    throw new KerbsideError('task_failed', message, { cause: error });
  }
}

/** Photos are assessed in the background. The response must wait until each assessment has ended or failed. */
function watchQuality(analyzer: InspectPhotosOptions['analyzer']) {
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
  const whenAllAssessed = (kerbside: Pick<Kerbside, 'on'>, count: number) =>
    new Promise<void>((resolve) => {
      let remaining = count;
      const countDown = () => {
        remaining -= 1;
        if (remaining === 0) resolve();
      };
      onFailed = countDown;
      kerbside.on('image.checked', countDown);
    });
  return { analyzer: watched, whenAllAssessed };
}

/** Returns a photo's name in its inspection: its file name, truncated to the limit of a name. */
function getPhotoName(path: string): string {
  return basename(path).slice(0, LIMITS.shortText);
}

/**
 * Reads a photo and checks its header. Error messages begin with the path.
 *
 * @throws `photo_unavailable` if the file cannot be read, `photo_invalid` if it is not a supported image.
 */
export async function readPhoto(path: string): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(await readBytes(path)).buffer;
  const read = readPhotoHeader(new Uint8Array(bytes));
  try {
    if (!read.ok) throw new KerbsideError('photo_invalid', read.message);
    // Whether sharp supports HEIC depends on its build. Decoding here reports that before minutes of work.
    if (read.header.type === 'image/heic') await decodeUpright(bytes, 64);
  } catch (error) {
    throw withPath(path, error);
  }
  return bytes;
}

/** Returns the error with the path before its message. */
export function withPath(path: string, error: unknown): unknown {
  if (!(error instanceof KerbsideError)) return error;
  return new KerbsideError(error.code, `${path}: ${error.message}`, { cause: error });
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    throw new KerbsideError('photo_unavailable', `${path}: ${REASONS[String(code)] ?? String(cause)}`, {
      cause,
    });
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'the file does not exist.',
  EISDIR: 'this is a folder. Pass the photos in it.',
  EACCES: 'no permission to read the file.',
};
