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

/**
 * Returns what a photo shows, in the language of the report: its side, wheel or text, else the part that it was taken of.
 * A name that the app gave stays as it is.
 */
export function getPhotoTitle(
  { names, formats }: Pick<ReportContext, 'names' | 'formats'>,
  image: Image,
): string {
  const { id, name, compliances, detailedViewpoint } = image;
  const sight = compliances.coverage_360?.sight_id;
  if (name !== id && name !== sight) return name;
  const part = PART_TYPES.find((one) => detailedViewpoint?.centersOn.includes(one));
  const title = sight !== undefined ? nameSight(sight, names) : part && names.part(part);
  return title || (name === id ? formats.dateTime(image.createdAt) : name);
}

function nameSight(sight: string, names: ReportContext['names']): string | undefined {
  const isOneOf = (values: readonly string[]) => values.includes(sight);
  if (isOneOf(VIEWPOINTS)) return capitalize(names.viewpoint(sight as Viewpoint));
  if (isOneOf(WHEEL_NAMES)) return `${names.part('wheel')} · ${names.wheel(sight as WheelName)}`;
  return isOneOf(OCR_IMAGE_TYPES) ? names.document(sight) : undefined;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
