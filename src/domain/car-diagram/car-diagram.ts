import type { PartType, Viewpoint } from '../enums.ts';
import { mirror } from './path.ts';
import {
  type CarFace,
  HEIGHT,
  LEFT_SHAPES,
  MIDDLE_SHAPES,
  PETROL_DOOR,
  PILLARS,
  type Shape,
  WIDTH,
} from './shapes.ts';

export type { CarFace } from './shapes.ts';

/** A part on the car diagram. */
export interface DiagramPart {
  readonly partType: PartType;
  /** The face of the car that the part is on. */
  readonly face: CarFace;
  /** Its outline: an SVG path of absolute M, L, C and Z commands. May have several pieces. */
  readonly path: string;
  /** Where a mark of the part goes. */
  readonly center: readonly [x: number, y: number];
}

/**
 * The drawing of a car: the top, unfolded to its sides and ends. The front is up, the left of the car is on the left. Parts
 * are in drawing order: a later part lies over an earlier one.
 *
 * @example
 * const { width, height, parts } = CAR_DIAGRAM;
 * const svg = `<svg viewBox="0 0 ${width} ${height}">${parts.map(({ path }) => `<path d="${path}"/>`).join('')}</svg>`;
 */
export const CAR_DIAGRAM: {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly DiagramPart[];
} = {
  width: WIDTH,
  height: HEIGHT,
  parts: [PILLARS, ...MIDDLE_SHAPES, ...LEFT_SHAPES.flatMap((shape) => [shape, toRight(shape)]), PETROL_DOOR],
};

/** Parts that the diagram shows as another one. */
const SHOWN_AS: Partial<Record<PartType, PartType>> = {
  grill_radiator: 'grill',
  window_corner_left: 'quarter_window_back_left',
  window_corner_right: 'quarter_window_back_right',
  wiper: 'wiper_front',
};

/**
 * Returns where the diagram shows a part. Returns undefined for a part without one place: `ignore`, `wheel`,
 * `rocker_panel` without a side.
 */
export function findDiagramPart(partType: PartType): DiagramPart | undefined {
  const shown = SHOWN_AS[partType] ?? partType;
  return CAR_DIAGRAM.parts.find((part) => part.partType === shown);
}

/** Sides of the car in front of and behind these lines belong to a corner. */
const FRONT_CORNER = 200;
const BACK_CORNER = 370;

/** Returns the viewpoint from which a part is best seen. Returns undefined for the roof and parts without one place. */
export function getPartViewpoint(partType: PartType): Viewpoint | undefined {
  const part = findDiagramPart(partType);
  if (!part || partType === 'roof' || partType === 'pillar') return undefined;
  const { face, center } = part;
  const end = center[1] < FRONT_CORNER ? 'front' : center[1] > BACK_CORNER ? 'back' : undefined;
  switch (face) {
    case 'top':
      return center[1] < HEIGHT / 2 ? 'front' : 'back';
    case 'left':
    case 'right':
      return end ? `${end}_${face}` : face;
    default: {
      const side = getSide(center[0]);
      return side ? `${face}_${side}` : face;
    }
  }
}

function getSide(x: number): 'left' | 'right' | undefined {
  if (x < WIDTH * 0.4) return 'left';
  return x > WIDTH * 0.6 ? 'right' : undefined;
}

function toRight({ partType, face, path, center: [x, y] }: Shape): Shape {
  return {
    partType: partType.replace('left', 'right') as PartType,
    face: face === 'left' ? 'right' : face,
    path: mirror(path, WIDTH),
    center: [WIDTH - x, y],
  };
}
