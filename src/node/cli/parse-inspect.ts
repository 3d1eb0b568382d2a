import { safeParse } from 'valibot';
import { OCR_IMAGE_TYPES, type OcrImageType, TASK_NAMES, type TaskName } from '../../domain/enums.ts';
import { taskNameSchema } from '../../domain/task.ts';
import { type CommandOptions, requireFolder, usageError } from './parse-options.ts';

export interface InspectCommand {
  name: 'inspect';
  photos: string[];
  tasks: TaskName[];
  threshold?: number;
  /** What the photos show, for images_ocr. */
  imageType?: OcrImageType;
  json: boolean;
  annotated?: string;
  /** The PDF to write. */
  report?: string;
  models?: string;
}

export function parseInspect(options: CommandOptions, photos: string[]): InspectCommand {
  if (photos.length === 0) throw usageError('Name at least one photo: kerbside inspect photo.jpg');
  if (photos.includes('')) throw usageError('One of the photos has an empty name');
  const { json = false, annotated, report, models } = options;
  const tasks = tasksOf(options.tasks ?? 'damage_detection');
  const threshold = thresholdOf(options.threshold, tasks);
  const imageType = imageTypeOf(options['image-type'], tasks);
  return {
    name: 'inspect',
    photos,
    tasks,
    json,
    ...(threshold !== undefined && { threshold }),
    ...(imageType !== undefined && { imageType }),
    ...(annotated !== undefined && { annotated: requireFolder('annotated', annotated) }),
    ...(report !== undefined && { report: pdfFile(report) }),
    ...(models !== undefined && { models: requireFolder('models', models) }),
  };
}

function tasksOf(list: string): TaskName[] {
  const names = list.split(',').map((name) => {
    const { success, output } = safeParse(taskNameSchema, name.trim());
    if (!success) throw usageError(`There is no task "${name.trim()}"; there are: ${TASK_NAMES.join(', ')}`);
    return output;
  });
  return [...new Set(names)];
}

/** By its ending: a slip must not write a report over a photo. */
function pdfFile(path: string): string {
  if (!path.toLowerCase().endsWith('.pdf'))
    throw usageError(`--report needs a file that ends in .pdf, not "${path}"`);
  return path;
}

function imageTypeOf(value: string | undefined, tasks: readonly TaskName[]): OcrImageType | undefined {
  if (value === undefined) return undefined;
  const type = OCR_IMAGE_TYPES.find((name) => name === value.trim().toUpperCase());
  if (!type) throw usageError(`--image-type is one of ${OCR_IMAGE_TYPES.join(', ')}, not "${value}"`);
  if (!tasks.includes('images_ocr'))
    throw usageError('--image-type is for images_ocr, which is not among the tasks');
  return type;
}

function thresholdOf(value: string | undefined, tasks: readonly TaskName[]): number | undefined {
  if (value === undefined) return undefined;
  const threshold = value.trim() === '' ? Number.NaN : Number(value);
  if (!(threshold >= 0 && threshold <= 1))
    throw usageError(`--threshold is a number from 0 to 1, not "${value}"`);
  if (!tasks.includes('damage_detection'))
    throw usageError('--threshold is for damage_detection, which is not among the tasks');
  return threshold;
}
