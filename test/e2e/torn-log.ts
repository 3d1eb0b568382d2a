import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const FIRST_FRAGMENT = 2;

/**
 * Truncates the log of the profile's IndexedDB like a kill between two writes: it ends with the header of a record
 * (checksum, length, type: https://github.com/google/leveldb/blob/main/doc/log_format.md) without its content.
 */
export function tearLog(profile: string): void {
  const header = Buffer.alloc(7);
  header.writeUInt32LE(0xdecade, 0);
  header.writeUInt16LE(16_171, 4);
  header.writeUInt8(FIRST_FRAGMENT, 6);
  appendFileSync(findNewestLog(profile), header);
}

function findNewestLog(profile: string): string {
  const folder = join(profile, 'Default', 'IndexedDB');
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.leveldb[/\\]\d+\.log$/.test(file))
    .toSorted();
  const newest = logs.at(-1);
  if (!newest) throw new Error(`No LevelDB log in ${folder}: this browser stores IndexedDB elsewhere.`);
  return join(folder, newest);
}
