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
const RED_TOLERANCE = 0.005;
/** The value to which the curve of both maps 0.5. A gamma of 2.2 is near enough, 1.8 and that of video are not. */
const HALF = { value: 0.214, tolerance: 0.01 } as const;

const PROFILE_HEADER = 128;
const TAG_LENGTH = 12;
/** Where the numbers of a tag begin, after its type and 4 reserved bytes. */
const NUMBERS = 8;
/** Fixed-point numbers have 16 fractional bits. */
const ONE = 0x10000;

/**
 * Returns the colour space that the ICC profile of a JPEG names; `srgb` without a profile. For other types it also returns
 * `srgb`: their frames are converted when they are copied.
 */
export function readColourSpace(photo: ArrayBuffer, type: PhotoType): ColourSpace {
  if (type !== 'image/jpeg') return 'srgb';
  try {
    const profile = findJpegProfile(new ByteReader(new Uint8Array(photo)));
    if (!profile) return 'srgb';
    const [redAt, curveAt] = [findTag(profile, 'rXYZ'), findTag(profile, 'rTRC')];
    const red = profile.u32(redAt + NUMBERS) / ONE;
    const hasCurve = Math.abs(readHalf(profile, curveAt) - HALF.value) < HALF.tolerance;
    if (!hasCurve) return 'other';
    return RED_X.find(([, x]) => Math.abs(red - x) < RED_TOLERANCE)?.[0] ?? 'other';
  } catch (error) {
    if (error instanceof HeaderError) return 'other';
    throw error;
  }
}

/**
 * Returns where the content of a tag begins.
 *
 * @throws HeaderError if the profile has no such tag, as one of a grey photo.
 */
function findTag(profile: ByteReader, name: string): number {
  for (let tag = PROFILE_HEADER + 4; ; tag += TAG_LENGTH) {
    const at = profile.u32(tag + 4); // throws at the end of the profile, however many tags it claims to have
    if (profile.startsWith(name, tag)) return at;
  }
}

/** Returns what a curve makes of 0.5. */
function readHalf(profile: ByteReader, at: number): number {
  if (profile.startsWith('para', at)) return readParametricHalf(profile, at);
  if (!profile.startsWith('curv', at)) return Number.NaN;
  const count = profile.u32(at + NUMBERS);
  const entry = (index: number) => profile.u16(at + NUMBERS + 4 + 2 * index);
  if (count === 0) return 0.5;
  if (count === 1) return 0.5 ** (entry(0) / 0x100);
  const middle = (count - 1) / 2;
  return (entry(Math.floor(middle)) + entry(Math.ceil(middle))) / 2 / 0xffff;
}

/** The types of parametric curves differ in what they add, and below a border that is less than 0.5. */
function readParametricHalf(profile: ByteReader, at: number): number {
  const type = profile.u16(at + NUMBERS);
  const parameter = (index: number) => (profile.u32(at + NUMBERS + 4 + 4 * index) | 0) / ONE;
  if (type === 0) return 0.5 ** parameter(0);
  const offset = type === 2 ? parameter(3) : type === 4 ? parameter(5) : 0;
  return (parameter(1) * 0.5 + parameter(2)) ** parameter(0) + offset;
}
