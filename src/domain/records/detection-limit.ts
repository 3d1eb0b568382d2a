import type { DamageType, PartType } from '../enums.ts';

/** The source of a photo's scale: the object of known size that fixes it best. */
export const SCALE_CUES = ['wheel', 'plate', 'parts', 'vehicle'] as const;
export type ScaleCue = (typeof SCALE_CUES)[number];

/** How large a mark must be to be found on a photo by the model that analyzed it. */
export interface DetectionLimit {
  /** The model and its version, for example `damage 4.0.0`. */
  model: string;
  /** Absent if nothing of a known size was recognized on the photo. */
  scale?: PhotoScale;
  /**
   * The limits of the whole photo, and of each visible part. Only of damage types whose recall was measured. Empty if the scale
   * is unknown.
   */
  limits: SizeLimit[];
}

/** Pixels of the photo per centimetre of the vehicle. */
export interface PhotoScale {
  pixelsPerCm: number;
  /** The error bar: the scale is between these two with a probability of about 80 %. */
  low: number;
  high: number;
  from: ScaleCue;
}

/** From which length of its longest side a mark is found, in centimetres. */
export interface SizeLimit {
  damageType: DamageType;
  /** The part that the limit is for. Absent: all of the photo. */
  partType?: PartType;
  /** At least half of the marks of this length are found. Absent: not even of the largest. */
  half?: number;
  /** At least 80 % of them are found. Absent: not even of the largest. */
  most?: number;
}
