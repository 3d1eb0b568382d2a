import type { ComparisonStatus } from '../../analysis/compare/compare-inspections.ts';
import type { PhotoAlignment } from '../../analysis/compare/photo-alignment.ts';
import type { PhotoPair } from '../../analysis/compare/photo-pairs.ts';
import type { ReviewedDamage } from '../../analysis/compare/review-comparison.ts';
import type { Names } from '../../domain/names/names.ts';
import type { Damage } from '../../domain/records/damage.ts';
import type { Entities } from '../../domain/records/entities.ts';
import type { Image } from '../../domain/records/image.ts';
import type { Inspection } from '../../domain/records/inspection.ts';
import type { Vehicle } from '../../domain/records/vehicle.ts';
import type { getVerdict } from '../../domain/verdict/verdict.ts';
import type { ReportLanguage } from '../locales/language.ts';
import type { Messages } from '../locales/messages.ts';
import type { DamagedPart } from './damaged-parts.ts';
import type { Formats } from './formats.ts';

export interface ReportOptions {
  language: ReportLanguage;
  /** Whether prices are shown. */
  pricing: boolean;
  clientName?: string;
  customer?: string;
  /** Shown instead of the vehicle's VIN. */
  vin?: string;
  /** When the report was requested; ISO 8601. */
  createdAt: string;
  timeZone: string;
  /** The company's logo: a PNG or JPEG. */
  logo?: Uint8Array;
}

/** The input of a report: plain data that can be posted to a worker. */
export interface ReportSubject {
  inspectionId: string;
  /** The inspection as `inspections.getOne` returns it. */
  entities: Entities;
  /** The related inspection, if it can be read. */
  earlier?: Entities;
  /** Of photos of the related inspection and of this one. */
  alignments?: readonly PhotoAlignment[];
  options: ReportOptions;
}

/** The context of every section of a report. */
export interface ReportContext {
  messages: Messages;
  names: Names;
  formats: Formats;
  entities: Entities;
  inspection: Inspection;
  vehicle: Vehicle | undefined;
  verdict: ReturnType<typeof getVerdict>;
  damagedParts: readonly DamagedPart[];
  /** In the order in which they were added; the number of a photo is its position. */
  images: readonly Image[];
  /** Absent if the inspection follows no earlier one. */
  earlier: EarlierInspection | undefined;
  options: ReportOptions;
}

/** The inspection that this one follows, and what is new since then. */
export interface EarlierInspection {
  /** As this inspection names it. */
  inspectionId: string;
  /** Absent if it cannot be read here. */
  records?: { inspection: Inspection; entities: Entities; images: readonly Image[] };
  /** Absent if it cannot be read here, or has nothing to compare with. */
  comparison?: readonly ReviewedDamage[];
  /** Photos with damage that is or may be new, each with the earlier photo of the same side. */
  photoPairs: PhotoPair[];
}

/** Returns the status of a damage relative to the earlier inspection; undefined if there is nothing to compare with. */
export function getDamageStatus({ earlier }: ReportContext, { id }: Damage): ComparisonStatus | undefined {
  return earlier?.comparison?.find(({ after }) => after?.id === id)?.status;
}

export function findVehicle({ vehicle }: Inspection, { vehicles }: Entities): Vehicle | undefined {
  return vehicle ? vehicles[vehicle] : Object.values(vehicles)[0];
}

/** Returns the images of an inspection in the order in which they were added. */
export function listImages({ images: ids }: Inspection, { images }: Entities): Image[] {
  return ids.flatMap((id) => images[id] ?? []);
}

/** Returns the number of a photo in this report; empty if it is not a photo of this inspection. */
export function getPhotoNumber({ images }: ReportContext, imageId: string): string {
  const index = images.findIndex(({ id }) => id === imageId);
  return index < 0 ? '' : String(index + 1);
}
