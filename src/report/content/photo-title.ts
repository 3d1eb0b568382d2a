import { getPhotoViewpoint } from '../../analysis/compare/photo-viewpoint.ts';
import {
  OCR_IMAGE_TYPES,
  PART_TYPES,
  VIEWPOINTS,
  type Viewpoint,
  WHEEL_NAMES,
  type WheelName,
} from '../../domain/enums.ts';
import type { Image } from '../../domain/records/image.ts';
import type { ReportContext } from './report-context.ts';

type Naming = Pick<ReportContext, 'names' | 'formats'>;

/**
 * Returns what a photo shows, in the language of the report: its sight, wheel, text, part or side. A name that a person gave
 * stays as it is; the name of a file is used only if nothing else is known.
 */
export function getPhotoTitle({ names, formats }: Naming, image: Image): string {
  const { id, name } = image;
  if (name !== id && name !== getSight(image) && !isFileName(name)) return name;
  return nameContent(image, names) || (name === id ? formats.dateTime(image.createdAt) : name);
}

function isFileName(name: string): boolean {
  return /\.\w{2,5}$/.test(name);
}

function nameContent(image: Image, names: Naming['names']): string | undefined {
  const { tasks, detailedViewpoint } = image;
  const details = tasks.flatMap(({ imageDetails }) => imageDetails ?? []);
  const wheel = details.find(({ wheelName }) => wheelName)?.wheelName;
  const text = details.find(({ imageType }) => imageType)?.imageType;
  const part = PART_TYPES.find((one) => detailedViewpoint?.centersOn.includes(one));
  const side = getPhotoViewpoint(image);
  return (
    nameSight(getSight(image) ?? wheel ?? text, names) ??
    (part && names.part(part)) ??
    (side && capitalize(names.viewpoint(side)))
  );
}

function nameSight(sight: string | undefined, names: Naming['names']): string | undefined {
  const isOneOf = (values: readonly string[]) => sight !== undefined && values.includes(sight);
  if (isOneOf(VIEWPOINTS)) return capitalize(names.viewpoint(sight as Viewpoint));
  if (isOneOf(WHEEL_NAMES)) return `${names.part('wheel')} · ${names.wheel(sight as WheelName)}`;
  return isOneOf(OCR_IMAGE_TYPES) ? names.document(sight ?? '') : undefined;
}

function getSight({ compliances }: Image): string | undefined {
  return compliances.coverage_360?.sight_id;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
