import type { PartType, Viewpoint } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import type { Box } from '../geometry/box.ts';
import type { Point } from '../geometry/polygon.ts';
import { nameWheels } from '../wheels/wheel-names.ts';
import { PART_OF_CLASS } from './part-classes.ts';
import { believedParts } from './trusted-parts.ts';
import { onVisibleSide } from './visible-side.ts';

/** A part of the vehicle as it lies in a photo, in the photo's pixels. */
export interface VisiblePart {
  partType: PartType;
  confidence: number;
  box: Box;
  polygons: Point[][];
}

/**
 * What the part model found, in the specification's terms. Wheels get their names from the viewpoint, and parts that
 * are there on both sides are on the side that it shows; a part other than a wheel is there once, so of several
 * findings the surest stays.
 */
export function visibleParts(found: readonly Detection[], viewpoint: Viewpoint | undefined): VisiblePart[] {
  const findings = believedParts(found);
  const wheels = findings.filter(({ type }) => type === 'wheel');
  const names = nameWheels(
    wheels.map(({ box }) => box),
    viewpoint,
  );
  const seen: VisiblePart[] = wheels.map((wheel, index) => asPart(wheel, names[index] ?? 'wheel'));
  for (const finding of [...findings].sort((a, b) => b.confidence - a.confidence)) {
    const named = PART_OF_CLASS[finding.type];
    if (named === undefined || named === 'wheel') continue;
    const partType = onVisibleSide(named, viewpoint);
    if (seen.some((part) => part.partType === partType)) continue;
    seen.push(asPart(finding, partType));
  }
  return seen;
}

function asPart({ confidence, box, polygons }: Detection, partType: PartType): VisiblePart {
  return { partType, confidence, box, polygons };
}
