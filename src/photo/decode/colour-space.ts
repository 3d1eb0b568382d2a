import { ByteReader } from '../header/byte-reader.ts';
import { findJpegProfile } from '../header/jpeg.ts';
import { HeaderError, type PhotoType } from '../header/photo-header.ts';

/** The colour space of a photo's pixels. */
export type ColourSpace = 'srgb' | 'display-p3' | 'other';

/** Where the red primary is, as X of CIE XYZ in an ICC profile. */
const RED_X: readonly [ColourSpace, number][] = [
  ['srgb', 0.436],
  ['display-p3', 0.515],
];
const TOLERANCE = 0.005;

const PROFILE_HEADER = 128;
const TAG_LENGTH = 12;
/** An XYZ value: its type and 4 reserved bytes, then X as a fixed-point number of 16 fractional bits. */
const XYZ = { x: 8, one: 0x10000 } as const;

/**
 * Returns the colour space that the ICC profile of a JPEG names; `srgb` without a profile. For other types it also returns
 * `srgb`: Chromium's decoders convert them.
 */
export function readColourSpace(photo: ArrayBuffer, type: PhotoType): ColourSpace {
  if (type !== 'image/jpeg') return 'srgb';
  try {
    const profile = findJpegProfile(new ByteReader(new Uint8Array(photo)));
    if (!profile) return 'srgb';
    const red = readRedX(profile);
    return RED_X.find(([, x]) => Math.abs(red - x) < TOLERANCE)?.[0] ?? 'other';
  } catch (error) {
    if (error instanceof HeaderError) return 'other';
    throw error;
  }
}

/** Returns `NaN` if the profile has no red primary, as one of a grey photo. */
function readRedX(profile: ByteReader): number {
  const count = profile.u32(PROFILE_HEADER);
  for (let index = 0; index < count; index += 1) {
    const tag = PROFILE_HEADER + 4 + index * TAG_LENGTH;
    const value = profile.u32(tag + 4); // throws at the end of the profile, whatever the count is
    if (profile.startsWith('rXYZ', tag)) return profile.u32(value + XYZ.x) / XYZ.one;
  }
  return Number.NaN;
}
