import { CENTERS_ON, OCR_IMAGE_TYPES } from '../enums.ts';
import type { ImageMetadata } from '../task/analyzer.ts';
import { findViewpoint } from './viewpoints.ts';

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

/** Returns all names that the hints contain. */
export function listHints(image: HintedImage): readonly (string | undefined)[] {
  const { centersOn = [], viewpointName, sight } = getPhotoHints(image);
  return [...centersOn, viewpointName, sight];
}

/** Returns whether the photo is meant to show one part, the interior or text, and not the vehicle from a side. */
export function isCloseUp(image: HintedImage): boolean {
  const closeUps = [...CENTERS_ON.filter((name) => !findViewpoint(name)), ...OCR_IMAGE_TYPES];
  const hints = listHints(image);
  return image.imageType === 'close_up' || closeUps.some((name) => hints.includes(name));
}
