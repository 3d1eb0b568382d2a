import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The least that a file takes on most disks. */
const BLOCK = 4096;

/** Returns the bytes that a folder takes on a disk, as `du` counts them: in whole blocks, links not followed. */
export function measureFolder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + BLOCK + measureFolder(path);
    return entry.isFile() ? sum + Math.ceil(lstatSync(path).size / BLOCK) * BLOCK : sum;
  }, 0);
}
