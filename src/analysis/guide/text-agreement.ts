import type { TextSight } from '../../domain/sights/sight.ts';
import { checkVin } from '../text/vin-check-digit.ts';

/** The latest values that frames of one sight showed, the newest last. */
export type TextReadings = readonly string[];

/** How many of the latest frames must show the same value. The check digit of a VIN replaces one of them. */
const NEEDED: Record<TextSight, number> = { VIN: 2, PLATE: 3, ODOMETER: 3 };
/** Earlier frames are forgotten: the camera may point at another vehicle now. */
const REMEMBERED = 6;

/**
 * Adds what a frame shows. An empty value is ignored: the text may be blurred for a moment.
 *
 * @returns The readings so far, and the value if enough of them agree. A VIN is only returned if its check digit holds:
 *   not all manufacturers outside North America set it, and then the photographer takes the photo.
 */
export function addReading(
  sight: TextSight,
  readings: TextReadings,
  value: string,
): { readings: TextReadings; agreed?: string } {
  if (value === '') return { readings };
  const next = [...readings, value].slice(-REMEMBERED);
  const votes = next.filter((one) => one === value).length;
  const isValid = sight !== 'VIN' || checkVin(value) === 'right';
  return votes >= NEEDED[sight] && isValid ? { readings: next, agreed: value } : { readings: next };
}
