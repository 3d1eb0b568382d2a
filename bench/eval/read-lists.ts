import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What the records of all lists have. */
export interface RawFile {
  file: string;
  split?: string;
  set?: string;
}

export interface ListedFile<Raw extends RawFile> {
  path: string;
  set: string;
  record: Raw;
  /** The list and the number of the record, for error messages. */
  place: string;
}

/** Reads folders with an `index.json`, or list files whose `file` fields are relative to the list. */
export async function readLists<Raw extends RawFile, Entry>(
  paths: readonly string[],
  read: (listed: ListedFile<Raw>) => Entry,
): Promise<Entry[]> {
  const lists = await Promise.all(
    paths.map(async (path) => {
      const list = (await stat(path)).isDirectory() ? join(path, 'index.json') : path;
      const raw: unknown = JSON.parse(await readFile(list, 'utf8'));
      if (!Array.isArray(raw)) throw new Error(`${list}: expected a JSON array of records`);
      return raw.map((record: Raw, index) => {
        const place = `${list}: record ${index}`;
        if (typeof record?.file !== 'string') throw new Error(`${place} has no "file"`);
        return read({ path: join(dirname(list), record.file), set: record.set ?? '', record, place });
      });
    }),
  );
  return lists.flat();
}
