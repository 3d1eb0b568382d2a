import { basename } from 'node:path';
import { OCR_IMAGE_TYPES, type OcrImageType } from '../../../src/domain/enums.ts';
import { type ListedFile, type RawFile, readLists } from '../read-lists.ts';

/** A picture and what is written on it. */
export interface TextRecord {
  path: string;
  text: string;
  imageType: OcrImageType;
  split?: string;
  set: string;
  /** A category of the source. */
  kind?: string;
}

interface RawRecord extends RawFile {
  text: string;
  imageType: string;
  kind?: string;
}

/** Reads the pictures of folders or list files. */
export function readTextRecords(paths: readonly string[]): Promise<TextRecord[]> {
  return readLists(paths, ({ path, set, record, place }: ListedFile<RawRecord>) => {
    const { text, split, kind } = record;
    const imageType = OCR_IMAGE_TYPES.find((type) => type === record.imageType?.toUpperCase());
    if (typeof text !== 'string' || !imageType)
      throw new Error(`${place} lacks "text" or a known "imageType"`);
    return {
      path,
      text,
      imageType,
      set,
      ...(split !== undefined && { split }),
      ...(kind !== undefined && { kind }),
    };
  });
}

/**
 * Labels of public sets that are wrong, by set and file: the picture shows this text. Each was looked at.
 *
 * Only pictures were looked at on which the reading differs from the label. A wrong label that is also misread stays hidden.
 */
const SHOWN_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  odometer_nharish: {
    'o00065.webp': '084888',
    'o00217.webp': '006734',
    'o00239.webp': '045444',
    'o00332.webp': '022285',
    'o00411.webp': '44274',
    'o00420.webp': '055455',
    'o00437.webp': '033264',
  },
  openalpr_us: { 'p00127.webp': 'BDJ0529', 'p00187.webp': '59321P1' },
};

/** Returns the text that the picture shows if its label is known to be wrong. */
export function findShownText({ set, path }: Pick<TextRecord, 'set' | 'path'>): string | undefined {
  return SHOWN_TEXTS[set]?.[basename(path)];
}
