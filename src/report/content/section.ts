import type { Damage } from '../../domain/damage.ts';
import type { Entities } from '../../domain/entities.ts';
import type { Image } from '../../domain/image.ts';
import type { Inspection } from '../../domain/inspection.ts';
import type { Vehicle } from '../../domain/vehicle.ts';
import type { Words } from '../locales/messages.ts';
import type { DamagedPart } from './damage-list.ts';
import type { Formats } from './formats.ts';
import type { ReportModelOptions } from './report-model.ts';
import type { Since } from './since.ts';

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
  /** Where the inspection follows an earlier one. */
  since: Since | undefined;
  options: ReportModelOptions;
}

/** What is said of a damage since the inspection that this one follows; nothing where there is none to compare with. */
export type SinceThen = 'added' | 'unclear' | 'kept';

export function sinceThen({ since }: Section, { id }: Damage): SinceThen | undefined {
  if (!since?.comparison) return undefined;
  const { added, unclear } = since.comparison;
  const isAmong = (damages: readonly Damage[]) => damages.some((damage) => damage.id === id);
  return isAmong(added) ? 'added' : isAmong(unclear.after) ? 'unclear' : 'kept';
}

export function vehicleOf({ vehicle }: Inspection, { vehicles }: Entities): Vehicle | undefined {
  return vehicle ? vehicles[vehicle] : Object.values(vehicles)[0];
}

/** In the order in which they were added. */
export function imagesOf({ images: ids }: Inspection, { images }: Entities): Image[] {
  return ids.flatMap((id) => images[id] ?? []);
}

/** What photo an image is, by its number. */
export function photoNumber({ images }: Section, imageId: string): string {
  const index = images.findIndex(({ id }) => id === imageId);
  return index < 0 ? '' : String(index + 1);
}
