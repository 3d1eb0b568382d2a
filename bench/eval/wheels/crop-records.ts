import { type ListedFile, type RawFile, readLists } from '../read-lists.ts';

/** The labels of a crop, by head. */
export type CropTruth = Readonly<Record<string, string>>;

export interface CropRecord {
  path: string;
  split?: string;
  set: string;
  truth: CropTruth;
}

interface RawCrop extends RawFile {
  covering?: string;
  aspect?: string;
  condition?: string;
  flat_tyre?: boolean;
  missing_hubcap?: boolean;
}

/** Reads the crops of folders or list files. */
export function readCropRecords(paths: readonly string[]): Promise<CropRecord[]> {
  return readLists(paths, ({ path, set, record }: ListedFile<RawCrop>) => ({
    path,
    set,
    ...(record.split !== undefined && { split: record.split }),
    truth: truthOf(record),
  }));
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
