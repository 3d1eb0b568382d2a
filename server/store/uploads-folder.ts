import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'kerbside-uploads-';
/** No request takes this long. */
const ABANDONED_MS = 24 * 3_600_000;

/** A folder for the files of requests that are being handled. */
export interface UploadsFolder {
  path: string;
  remove(): Promise<void>;
}

/**
 * Creates a folder for this process, in the data folder or, without one, in the system's temporary folder. Removes those of
 * processes that ended without removing theirs.
 */
export async function openUploads(data: string | undefined): Promise<UploadsFolder> {
  const parent = data === undefined ? tmpdir() : join(data, 'uploads');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent);
  const path = await mkdtemp(join(parent, PREFIX));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function removeAbandoned(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const found = await stat(join(parent, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS)
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {});
  }
}
