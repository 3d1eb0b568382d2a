import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FIRST_FRAGMENT = 2;

/**
 * Leaves the log of the profile's IndexedDB as a kill between two writes does: with the header of a record
 * (checksum, length, type: https://github.com/google/leveldb/blob/main/doc/log_format.md) and nothing behind it.
 */
export function tearLog(profile: string): void {
  const header = Buffer.alloc(7);
  header.writeUInt32LE(0xdecade, 0);
  header.writeUInt16LE(16_171, 4);
  header.writeUInt8(FIRST_FRAGMENT, 6);
  appendFileSync(newestLog(profile), header);
}

function newestLog(profile: string): string {
  const folder = join(profile, 'Default', 'IndexedDB');
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.leveldb[/\\]\d+\.log$/.test(file))
    .toSorted();
  const newest = logs.at(-1);
  if (!newest) throw new Error(`No LevelDB log in ${folder}: does this browser keep IndexedDB elsewhere?`);
  return join(folder, newest);
}
