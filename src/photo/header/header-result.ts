import { KerbsideError } from '../../errors.ts';
import type { ByteReader } from './byte-reader.ts';
import { HeaderError, type HeaderErrorReason, type PhotoHeader, type StoredHeader } from './photo-header.ts';

export type PhotoHeaderResult =
  | { ok: true; header: PhotoHeader }
  | { ok: false; reason: HeaderErrorReason; message: string };

/** A file format that photos have. */
export interface PhotoFormat {
  name: string;
  matches(file: ByteReader): boolean;
  /** @throws `HeaderError` if the file is damaged. */
  read(file: ByteReader): StoredHeader;
}

const REMEDIES: Record<HeaderErrorReason, string> = {
  not_an_image: 'add a photo as JPEG, PNG, WebP, HEIC or AVIF',
  unsupported_type: 'take the photo as JPEG, PNG, WebP, HEIC or AVIF',
  truncated: 'copy the whole file again, or take the photo again',
  malformed: 'the file is damaged: take the photo again',
};

/** Reads a file as the first of the formats that matches, or returns undefined. */
export function readFormat(file: ByteReader, formats: readonly PhotoFormat[]): PhotoHeaderResult | undefined {
  const format = formats.find(({ matches }) => matches(file));
  if (!format) return undefined;
  try {
    return { ok: true, header: toUprightHeader(format.read(file)) };
  } catch (error) {
    if (!(error instanceof HeaderError)) throw error;
    return rejectHeader(error.reason, `This ${format.name} ${error.message}`);
  }
}

/** @param statement What is wrong, as the start of a sentence. */
export function rejectHeader(reason: HeaderErrorReason, statement: string): PhotoHeaderResult {
  return { ok: false, reason, message: `${statement}; ${REMEDIES[reason]}.` };
}

/** @throws `photo_invalid` if there is no header. */
export function requireHeader(result: PhotoHeaderResult): PhotoHeader {
  if (result.ok) return result.header;
  throw new KerbsideError('photo_invalid', result.message, { details: { reason: result.reason } });
}

function toUprightHeader({ type, width, height, orientation }: StoredHeader): PhotoHeader {
  if (width === 0 || height === 0) throw new HeaderError('malformed', 'has a width or height of zero');
  return orientation >= 5
    ? { type, width: height, height: width, orientation }
    : { type, width, height, orientation };
}
