import { ByteReader } from './byte-reader.ts';
import { foreignType } from './foreign-type.ts';
import { isHeif, readHeif } from './heif.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { HeaderFault, type HeaderFaultReason, type PhotoHeader, type StoredHeader } from './photo-header.ts';
import { isPng, readPng } from './png.ts';
import { isWebp, readWebp } from './webp.ts';

export type { HeaderFaultReason, Orientation, PhotoHeader, PhotoType } from './photo-header.ts';

export type PhotoHeaderResult =
  | { ok: true; header: PhotoHeader }
  | { ok: false; reason: HeaderFaultReason; message: string };

const formats = [
  { name: 'JPEG', matches: isJpeg, read: readJpeg },
  { name: 'PNG', matches: isPng, read: readPng },
  { name: 'WebP', matches: isWebp, read: readWebp },
  { name: 'HEIF picture', matches: isHeif, read: readHeif },
] as const;

const remedies: Record<HeaderFaultReason, string> = {
  not_an_image: 'add a photo as JPEG, PNG, WebP, HEIC or AVIF',
  unsupported_type: 'take the photo as JPEG, PNG, WebP, HEIC or AVIF',
  truncated: 'copy the whole file again, or take the photo again',
  malformed: 'the file is damaged: take the photo again',
};

/**
 * Type, upright size and orientation from the file's structure; no pixel is decoded. A file that was cut is
 * found out the same way. Never throws, whatever the bytes.
 */
export function readPhotoHeader(bytes: Uint8Array): PhotoHeaderResult {
  const file = new ByteReader(bytes);
  const format = formats.find(({ matches }) => matches(file));
  if (!format) return refuseUnknown(file);
  try {
    return { ok: true, header: upright(format.read(file)) };
  } catch (error) {
    if (!(error instanceof HeaderFault)) throw error;
    return refusal(error.reason, `This ${format.name} ${error.message}`);
  }
}

function refuseUnknown(file: ByteReader): PhotoHeaderResult {
  if (file.length === 0) return refusal('not_an_image', 'The file is empty');
  const name = foreignType(file);
  return name
    ? refusal('unsupported_type', `This is ${name}`)
    : refusal('not_an_image', 'This is not a picture of a known type');
}

function refusal(reason: HeaderFaultReason, what: string): PhotoHeaderResult {
  return { ok: false, reason, message: `${what}; ${remedies[reason]}.` };
}

function upright(stored: StoredHeader): PhotoHeader {
  const { type, width, height, orientation } = stored;
  if (width === 0 || height === 0) throw new HeaderFault('malformed', 'has a width or height of zero');
  return orientation >= 5
    ? { type, width: height, height: width, orientation }
    : { type, width, height, orientation };
}
