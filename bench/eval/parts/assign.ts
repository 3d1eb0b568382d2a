import { type Detection, filterByTypeThreshold } from '../../../src/analysis/detection/detections.ts';
import type { Point } from '../../../src/analysis/geometry/polygon.ts';
import type { DetectorEntry } from '../../../src/analysis/model-manifest.ts';
import { locateDamage } from '../../../src/analysis/parts/locate-damage.ts';
import { toPartType } from '../../../src/analysis/parts/part-classes.ts';
import { determineViewpoint } from '../../../src/analysis/parts/viewpoint.ts';
import { findVisibleParts, type VisiblePart } from '../../../src/analysis/parts/visible-parts.ts';
import { PART_TYPES, type PartType } from '../../../src/domain/enums.ts';
import type { Random } from '../../../test/fixtures/random.ts';
import type { LabelledBox, PhotoRecord } from '../records.ts';

/** `side`: right but for left and right. `none`: no part, or a wheel without its name. */
export type Verdict = 'right' | 'side' | 'wrong' | 'none';

export interface Assignment {
  truth: PartType;
  given: PartType;
  verdict: Verdict;
}

/** The side of a drawn place, relative to the photo's longer side: about that of a palm on a door. */
const PLACE_SIDE = 0.05;
const PLACE_TRIES = 200;

/** Returns the parts that the library gives to damages of a photo, beside those that the labels tell. */
export function assignParts(
  record: PhotoRecord,
  damages: readonly LabelledBox[],
  findings: readonly Detection[],
  model: Pick<DetectorEntry, 'types'>,
): Assignment[] {
  const labelled = toLabelledParts(record);
  const detections = filterByTypeThreshold(findings, model);
  const visible = findVisibleParts(detections, determineViewpoint({}, detections));
  return damages.flatMap((damage) => {
    const region = { box: damage.box, polygons: damage.polygon ? [damage.polygon] : [] };
    const truth = locateDamage(region, labelled);
    if (!truth) return [];
    const given = locateDamage(region, visible) ?? 'ignore';
    return [{ truth, given, verdict: compareParts(truth, given) }];
  });
}

/** Returns a place on each labelled part of a photo, as if there were a damage. */
export function drawPlaces({ boxes, width = 0, height = 0 }: PhotoRecord, random: Random): LabelledBox[] {
  const half = (PLACE_SIDE * Math.max(width, height)) / 2;
  return boxes.flatMap((part) => {
    const point = drawPointIn(part, random);
    if (!point) return [];
    const [x, y] = point;
    return [{ label: 'place', box: { x0: x - half, y0: y - half, x1: x + half, y1: y + half } }];
  });
}

export function compareParts(truth: PartType, given: PartType): Verdict {
  const [real, said] = [toWheel(truth), toWheel(given)];
  if (real === said || (real === 'wheel' && said.startsWith('wheel'))) return 'right';
  if (said === 'ignore' || (said === 'wheel' && real.startsWith('wheel'))) return 'none';
  return real.replace(/left|right/, '') === said.replace(/left|right/, '') ? 'side' : 'wrong';
}

/** A damage on a hubcap lies on the wheel, as far as the place is concerned. */
function toWheel(part: PartType): string {
  return part.replace('hubcap', 'wheel');
}

export function toLabelledParts({ boxes }: PhotoRecord): VisiblePart[] {
  return boxes.flatMap(({ label, part, box, polygon }) => {
    const partType = PART_TYPES.find((name) => name === part) ?? toPartType(label);
    return partType ? [{ partType, confidence: 1, box, polygons: polygon ? [[...polygon]] : [] }] : [];
  });
}

function drawPointIn({ box, polygon }: LabelledBox, random: Random): Point | undefined {
  for (let tries = 0; polygon && tries < PLACE_TRIES; tries += 1) {
    const point: Point = [random.between(box.x0, box.x1), random.between(box.y0, box.y1)];
    if (isInPolygon(point, polygon)) return point;
  }
  return undefined;
}

/** Applies the even-odd rule. */
function isInPolygon([x, y]: Point, ring: readonly Point[]): boolean {
  return (
    ring.filter(([ax, ay], index) => {
      const [bx, by] = ring[(index + 1) % ring.length] ?? [ax, ay];
      return ay <= y !== by <= y && x < ax + ((y - ay) * (bx - ax)) / (by - ay);
    }).length %
      2 ===
    1
  );
}
