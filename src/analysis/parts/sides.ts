import type { PartType } from '../../domain/enums.ts';
import type { Detection } from '../detection/detections.ts';
import { toPartType } from './part-classes.ts';

export type Side = 'left' | 'right';

/**
 * The parts along a side of the vehicle. A photo shows those of one side only, except from straight ahead or behind: of
 * 580 labelled photos one has panels of both sides.
 */
const SIDE_PANELS = ['door', 'fender', 'rocker_panel', 'window', 'quarter_window', 'handle'];

/** A detected panel of a side. */
export interface SidePanel extends Detection {
  partType: PartType;
  side: Side;
}

/** Returns the detections that are panels of a side, the most confident first. */
export function findSidePanels(detections: readonly Detection[]): SidePanel[] {
  return detections
    .flatMap((detection) => {
      const partType = toPartType(detection.type);
      const side = partType && isSidePanel(partType) ? getSide(partType) : undefined;
      return partType && side ? [{ ...detection, partType, side }] : [];
    })
    .sort((a, b) => b.confidence - a.confidence);
}

/** Returns the side of the vehicle that a photo shows: that of most of the panels, weighted by confidence. */
export function chooseSide(panels: readonly SidePanel[]): Side | undefined {
  if (panels.length === 0) return undefined;
  const leaning = panels.reduce(
    (sum, { side, confidence }) => sum + (side === 'left' ? confidence : -confidence),
    0,
  );
  return leaning >= 0 ? 'left' : 'right';
}

/** Returns whether the part is a panel, a window or a handle of one side of the vehicle. */
export function isSidePanel(part: PartType): boolean {
  return getSide(part) !== undefined && SIDE_PANELS.some((name) => part.startsWith(`${name}_`));
}

/** Returns the side of the vehicle that the part is on, as the driver sees it. */
export function getSide(part: PartType): Side | undefined {
  if (part.endsWith('_left')) return 'left';
  return part.endsWith('_right') ? 'right' : undefined;
}

/** Returns the same part on another side of the vehicle. Returns a part without a side unchanged. */
export function onSide(part: PartType, side: Side): PartType {
  return part.replace(/_(left|right)$/, `_${side}`) as PartType;
}
