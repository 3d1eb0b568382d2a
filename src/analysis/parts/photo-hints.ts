import { getPartViewpoint } from '../../domain/car-diagram/car-diagram.ts';
import {
  CENTERS_ON,
  OCR_IMAGE_TYPES,
  PART_TYPES,
  type PartType,
  VIEWPOINTS,
  type Viewpoint,
  WHEEL_NAMES,
  type WheelName,
} from '../../domain/enums.ts';
import type { ImageMetadata } from '../../domain/task/analyzer.ts';

/** Statements of the photographer, or of the app that asked for the photo, about its content. */
export interface PhotoHints {
  centersOn?: readonly string[];
  viewpointName?: string;
  /** The name of the sight that the app asked for, for example `door_front_left`. */
  sight?: string;
}

/** The fields of an image that hints are read from. */
export type HintedImage = Pick<ImageMetadata, 'details' | 'detailedViewpoint' | 'compliances' | 'imageType'>;

export function getPhotoHints({ details, detailedViewpoint, compliances }: HintedImage): PhotoHints {
  const sight = compliances?.coverage_360?.sight_id;
  return {
    ...(detailedViewpoint && { centersOn: detailedViewpoint.centersOn }),
    ...(details?.viewpointName !== undefined && { viewpointName: details.viewpointName }),
    ...(sight !== undefined && { sight }),
  };
}

/** Returns the part that the hints name. If they name several, returns undefined. */
export function findHintedPart({ centersOn = [], viewpointName, sight }: PhotoHints): PartType | undefined {
  for (const names of [centersOn, [viewpointName], [sight]]) {
    const parts = PART_TYPES.filter((part) => part !== 'background' && names.includes(part));
    if (parts.length === 1) return parts[0];
  }
  return undefined;
}

/** Returns the viewpoint that the hints name, or else the one from which the named part is best seen. */
export function findHintedViewpoint(hints: PhotoHints): Viewpoint | undefined {
  const { centersOn = [], viewpointName, sight } = hints;
  const part = findHintedPart(hints);
  return (
    VIEWPOINTS.find((name) => name === viewpointName || name === sight || centersOn.includes(name)) ??
    (part && getPartViewpoint(part))
  );
}

/** Returns the wheel that the hints of an image name. */
export function findHintedWheel(image: HintedImage): WheelName | undefined {
  const hints = listHints(image);
  return image.details?.wheelName ?? WHEEL_NAMES.find((name) => hints.includes(name));
}

/** Returns whether the photo is meant to show one part, the interior or text, and not the vehicle from a side. */
export function isCloseUp(image: HintedImage): boolean {
  const isSide = (name: string) => VIEWPOINTS.some((side) => side === name);
  const closeUps = [...CENTERS_ON.filter((name) => !isSide(name)), ...OCR_IMAGE_TYPES];
  const hints = listHints(image);
  return image.imageType === 'close_up' || closeUps.some((name) => hints.includes(name));
}

function listHints(image: HintedImage): readonly (string | undefined)[] {
  const { centersOn = [], viewpointName, sight } = getPhotoHints(image);
  return [...centersOn, viewpointName, sight];
}
