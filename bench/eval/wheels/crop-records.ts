import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The labels of a crop, by head. */
export type CropTruth = Readonly<Record<string, string>>;

export interface CropRecord {
  path: string;
  split?: string;
  set: string;
  truth: CropTruth;
}

interface RawCrop {
  file: string;
  split?: string;
  set?: string;
  covering?: string;
  aspect?: string;
  condition?: string;
  flat_tyre?: boolean;
  missing_hubcap?: boolean;
}

/** Records of a folder with an `index.json`, or of a list file whose `file` fields are relative to the list. */
export async function readCropRecords(path: string): Promise<CropRecord[]> {
  const list = (await stat(path)).isDirectory() ? join(path, 'index.json') : path;
  const raw: unknown = JSON.parse(await readFile(list, 'utf8'));
  if (!Array.isArray(raw)) throw new Error(`${list}: expected a JSON array of records`);
  return raw.map((record: RawCrop, index) => {
    if (typeof record?.file !== 'string') throw new Error(`${list}: record ${index} has no "file"`);
    const { file, split, set = '' } = record;
    return {
      path: join(dirname(list), file),
      set,
      ...(split !== undefined && { split }),
      truth: truthOf(record),
    };
  });
}

/** `unknown` is no label, except for the covering: there it means that the wheel's face is hidden. */
export function truthOf({
  covering,
  aspect,
  condition,
  flat_tyre,
  missing_hubcap,
}: Omit<RawCrop, 'file'>): CropTruth {
  const named = { covering, aspect, condition };
  const yes = (value: boolean) => (value ? 'yes' : 'no');
  return {
    ...Object.fromEntries(
      Object.entries(named).flatMap(([head, label]) =>
        label === undefined || label === 'unknown' ? [] : [[head, label]],
      ),
    ),
    ...(covering !== undefined && { face: covering === 'unknown' ? 'hidden' : 'visible' }),
    ...(flat_tyre !== undefined && { flat_tyre: yes(flat_tyre) }),
    ...(missing_hubcap !== undefined && { missing_hubcap: yes(missing_hubcap) }),
  };
}
