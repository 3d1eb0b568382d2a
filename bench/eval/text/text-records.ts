import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OCR_IMAGE_TYPES, type OcrImageType } from '../../../src/domain/enums.ts';

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

interface RawRecord {
  file: string;
  text: string;
  imageType: string;
  split?: string;
  set?: string;
  kind?: string;
}

/** Records of a folder with an `index.json`, or of a list file whose `file` fields are relative to the list. */
export async function readTextRecords(path: string): Promise<TextRecord[]> {
  const list = (await stat(path)).isDirectory() ? join(path, 'index.json') : path;
  const raw: unknown = JSON.parse(await readFile(list, 'utf8'));
  if (!Array.isArray(raw)) throw new Error(`${list}: expected a JSON array of records`);
  return raw.map((record: RawRecord, index) => {
    const imageType = OCR_IMAGE_TYPES.find((type) => type === record?.imageType?.toUpperCase());
    if (typeof record?.file !== 'string' || typeof record.text !== 'string' || !imageType)
      throw new Error(`${list}: record ${index} lacks "file", "text" or a known "imageType"`);
    const { file, text, split, set = '', kind } = record;
    return {
      path: join(dirname(list), file),
      text,
      imageType,
      set,
      ...(split !== undefined && { split }),
      ...(kind !== undefined && { kind }),
    };
  });
}
