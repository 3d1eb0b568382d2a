import type { Viewpoint, WheelName } from '../enums.ts';

/** The texts of a vehicle that guided capture asks for. */
export const TEXT_SIGHTS = ['VIN', 'PLATE', 'ODOMETER'] as const;
/** A text of a vehicle that guided capture asks for. */
export type TextSight = (typeof TEXT_SIGHTS)[number];

/**
 * One photo that guided capture asks for: a side of the vehicle, a wheel or a text. Its id is stored with the photo, in
 * `compliances.coverage_360.sight_id`.
 */
export type Sight =
  | { kind: 'viewpoint'; id: Viewpoint }
  | { kind: 'wheel'; id: WheelName }
  | { kind: 'text'; id: TextSight };
