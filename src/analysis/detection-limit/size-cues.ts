import type { Viewpoint } from '../../domain/enums.ts';
import type { ScaleCue } from '../../domain/records/detection-limit.ts';
import type { Detection } from '../detection/detections.ts';
import { type Box, boundingBox } from '../geometry/box.ts';
import type { Size } from '../geometry/size.ts';
import { filterTrustedParts } from '../parts/trusted-parts.ts';

/** A thing of known size on a photo. */
export interface SizeCue {
  from: ScaleCue;
  /** Its centre on the photo. */
  x: number;
  y: number;
  pixelsPerCm: number;
  /** The standard deviation of the logarithm of `pixelsPerCm`: things of this kind differ in size and angle. */
  deviation: number;
}

/** A length of a thing in centimetres, and its {@link SizeCue.deviation}. */
interface KnownLength {
  cm: number;
  deviation: number;
  of: 'width' | 'height' | 'longer';
}

/** Tyres of passenger cars have an outer diameter of 63 to 68 cm, those of SUVs up to 75. */
const WHEEL: KnownLength = { cm: 66, deviation: 0.08, of: 'longer' };
/** At an angle, the body often hides some of it. */
const TURNED_WHEEL: KnownLength = { ...WHEEL, deviation: 0.16 };
/** Width over height: from here on, a wheel is turned little, or is visible at all. */
const WHEEL_ASPECT = { round: 0.8, visible: 0.55, most: 1.15 };

/** In Europe 52 cm, in India 50. */
const PLATE: KnownLength = { cm: 52, deviation: 0.15, of: 'width' };
/** Flatter plates have one row. The others are American, have two rows, or are seen at an angle. */
const ONE_ROW_PLATE = 3.2;

/** Lengths of parts that differ little between cars and angles. Measured on labelled photos against the nearest wheel. */
const PARTS: Readonly<Record<string, KnownLength>> = {
  fender_front: { cm: 79, deviation: 0.15, of: 'height' },
  window_back: { cm: 37, deviation: 0.16, of: 'height' },
  window_front: { cm: 42, deviation: 0.16, of: 'height' },
  mirror: { cm: 17, deviation: 0.18, of: 'height' },
  petrol_door: { cm: 24, deviation: 0.18, of: 'longer' },
};
/** The same for parts whose width is visible only from the front. */
const FRONT_PARTS: typeof PARTS = {
  front_glass: { cm: 115, deviation: 0.16, of: 'width' },
  hood: { cm: 150, deviation: 0.18, of: 'width' },
};

const VEHICLE_LENGTH: KnownLength = { cm: 425, deviation: 0.1, of: 'width' };
/** Without mirrors. */
const VEHICLE_WIDTH: KnownLength = { cm: 178, deviation: 0.12, of: 'width' };

/** A box within this fraction of the longer side from a border of the photo is cut off there. */
const BORDER = 0.006;

/** Returns the things of known size among the detections of the part model. */
export function findSizeCues(
  detections: readonly Detection[],
  photo: Size,
  viewpoint: Viewpoint | undefined,
): SizeCue[] {
  const whole = filterTrustedParts(detections).filter(({ box }) => isWhole(box, photo));
  return [...whole.flatMap((part) => findPartCue(part, viewpoint)), ...findVehicleCue(whole, viewpoint)];
}

function findPartCue({ type, box }: Detection, viewpoint: Viewpoint | undefined): SizeCue[] {
  const aspect = (box.x1 - box.x0) / (box.y1 - box.y0);
  if (type === 'wheel') {
    if (aspect < WHEEL_ASPECT.visible || aspect > WHEEL_ASPECT.most) return [];
    return [measure('wheel', box, aspect < WHEEL_ASPECT.round ? TURNED_WHEEL : WHEEL)];
  }
  if (type.startsWith('license_plate')) return aspect >= ONE_ROW_PLATE ? [measure('plate', box, PLATE)] : [];
  const isFront = viewpoint?.startsWith('front');
  const known = PARTS[type.replace(/_?(left|right)_?/, '')] ?? (isFront ? FRONT_PARTS[type] : undefined);
  return known ? [measure('parts', box, known)] : [];
}

/** From the side, the length from bumper to bumper. From an end, the width. At a corner, neither is visible. */
function findVehicleCue(whole: readonly Detection[], viewpoint: Viewpoint | undefined): SizeCue[] {
  const boxesOf = (types: readonly string[]) =>
    whole.filter(({ type }) => types.includes(type)).map(({ box }) => box);
  if (viewpoint === 'left' || viewpoint === 'right') {
    const ends = [boxesOf(['front_bumper']), boxesOf(['back_bumper'])];
    const vehicle = boundingBox(ends.flat());
    return vehicle && ends.every(({ length }) => length > 0)
      ? [measure('vehicle', vehicle, VEHICLE_LENGTH)]
      : [];
  }
  if (viewpoint === 'front' || viewpoint === 'back')
    return boxesOf([`${viewpoint}_bumper`]).map((bumper) => measure('vehicle', bumper, VEHICLE_WIDTH));
  return [];
}

function measure(from: ScaleCue, { x0, y0, x1, y1 }: Box, { cm, deviation, of }: KnownLength): SizeCue {
  const [width, height] = [x1 - x0, y1 - y0];
  const pixels = of === 'width' ? width : of === 'height' ? height : Math.max(width, height);
  return { from, x: (x0 + x1) / 2, y: (y0 + y1) / 2, pixelsPerCm: pixels / cm, deviation };
}

function isWhole({ x0, y0, x1, y1 }: Box, { width, height }: Size): boolean {
  const margin = BORDER * Math.max(width, height);
  return x0 > margin && y0 > margin && x1 < width - margin && y1 < height - margin;
}
