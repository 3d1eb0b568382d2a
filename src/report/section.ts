import type { Entities } from '../spec/entities.ts';
import type { Image } from '../spec/image.ts';
import type { Inspection } from '../spec/inspection.ts';
import type { Vehicle } from '../spec/vehicle.ts';
import type { DamagedPart } from './damage-list.ts';
import type { Formats } from './formats.ts';
import type { ReportModelOptions } from './report-model.ts';
import type { Words } from './words.ts';

/** What every section of a report is written from. */
export interface Section {
  words: Words;
  formats: Formats;
  entities: Entities;
  inspection: Inspection;
  vehicle: Vehicle | undefined;
  damaged: readonly DamagedPart[];
  /** In the order in which they were added; a photo's number is its place. */
  images: readonly Image[];
  options: ReportModelOptions;
}

/** What photo an image is, by its number. */
export function photoNumber({ images }: Section, imageId: string): string {
  const index = images.findIndex(({ id }) => id === imageId);
  return index < 0 ? '' : String(index + 1);
}
