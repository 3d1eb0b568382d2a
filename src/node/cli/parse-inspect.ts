import { safeParse } from 'valibot';
import type { LicenceKind } from '../../analysis/licence.ts';
import { OCR_IMAGE_TYPES, type OcrImageType, TASK_NAMES, type TaskName } from '../../domain/enums.ts';
import { taskNameSchema } from '../../domain/records/task.ts';
import type { Tier } from '../models/node-analyzer.ts';
import { type CommandOptions, parseLicence, requireFolder, usageError } from './parse-options.ts';

/** `kerbside inspect`. */
export interface InspectCommand {
  name: 'inspect';
  photos: string[];
  tasks: TaskName[];
  threshold?: number;
  /** The content of the photos, for images_ocr. */
  imageType?: OcrImageType;
  json: boolean;
  annotated?: string;
  /** Path of the PDF to write. */
  report?: string;
  models?: string;
  /** Which models may run. */
  licence?: LicenceKind;
  /** The damage model to run, if there are two. */
  tier?: Tier;
}

export function parseInspect(options: CommandOptions, photos: string[]): InspectCommand {
  if (photos.length === 0) throw usageError('At least one photo is required: kerbside inspect photo.jpg');
  if (photos.includes('')) throw usageError('One of the photos has an empty path');
  const { json = false, annotated, report, models } = options;
  const tasks = parseTasks(options.tasks ?? 'damage_detection');
  const threshold = parseThreshold(options.threshold, tasks);
  const imageType = parseImageType(options['image-type'], tasks);
  const licence = parseLicence(options.licence);
  const tier = parseTier(options.tier);
  return {
    name: 'inspect',
    photos,
    tasks,
    json,
    ...(threshold !== undefined && { threshold }),
    ...(imageType !== undefined && { imageType }),
    ...(annotated !== undefined && { annotated: requireFolder('annotated', annotated) }),
    ...(report !== undefined && { report: requirePdfPath(report) }),
    ...(models !== undefined && { models: requireFolder('models', models) }),
    ...(licence !== undefined && { licence }),
    ...(tier !== undefined && { tier }),
  };
}

function parseTasks(list: string): TaskName[] {
  const names = list.split(',').map((name) => {
    const { success, output } = safeParse(taskNameSchema, name.trim());
    if (!success) throw usageError(`Unknown task "${name.trim()}". Tasks: ${TASK_NAMES.join(', ')}`);
    return output;
  });
  return [...new Set(names)];
}

/** Requires the extension `.pdf`, so that a mistake does not overwrite a photo. */
function requirePdfPath(path: string): string {
  if (!path.toLowerCase().endsWith('.pdf'))
    throw usageError(`--report requires a file that ends in .pdf, not "${path}"`);
  return path;
}

function parseImageType(value: string | undefined, tasks: readonly TaskName[]): OcrImageType | undefined {
  if (value === undefined) return undefined;
  const type = OCR_IMAGE_TYPES.find((name) => name === value.trim().toUpperCase());
  if (!type) throw usageError(`--image-type must be one of ${OCR_IMAGE_TYPES.join(', ')}, not "${value}"`);
  if (!tasks.includes('images_ocr')) throw usageError('--image-type requires the task images_ocr');
  return type;
}

function parseTier(value: string | undefined): Tier | undefined {
  if (value === undefined || value === 'small' || value === 'large' || value === 'server') return value;
  throw usageError(`--tier must be small, large or server, not "${value}"`);
}

function parseThreshold(value: string | undefined, tasks: readonly TaskName[]): number | undefined {
  if (value === undefined) return undefined;
  const threshold = value.trim() === '' ? Number.NaN : Number(value);
  if (!(threshold >= 0 && threshold <= 1))
    throw usageError(`--threshold must be a number from 0 to 1, not "${value}"`);
  if (!tasks.includes('damage_detection')) throw usageError('--threshold requires the task damage_detection');
  return threshold;
}
