import { getPartViewpoint } from '../../domain/car-diagram/car-diagram.ts';
import {
  PART_TYPES,
  type PartType,
  VIEWPOINTS,
  type Viewpoint,
  WHEEL_NAMES,
  type WheelName,
} from '../../domain/enums.ts';
import { type HintedImage, listHints, type PhotoHints } from '../../domain/sights/photo-hints.ts';

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
