import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KerbsideError } from '../../src/errors.ts';

/** The parts of a data folder. */
export interface DataFolder {
  database: string;
  photos: string;
  /** Releases the folder's lock, if it has one. */
  release(): Promise<void>;
}

/**
 * Creates a data folder if it does not exist, and returns its parts.
 *
 * @param isExclusive - Locks the folder for this process: an embedded database that two processes write to is corrupted.
 * @throws `conflict` if another process has locked the folder.
 */
export async function openDataFolder(
  folder: string,
  { isExclusive }: { isExclusive: boolean },
): Promise<DataFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const release = isExclusive ? await lockFolder(await realpath(folder)) : async () => {};
  return { database: join(folder, 'database'), photos: join(folder, 'photos'), release };
}

/**
 * Folders locked by this process. A lock file with this process's id for any other folder is left over from a dead
 * process: in a container every process gets the same id.
 */
const lockedFolders = new Set<string>();

const MAX_ATTEMPTS = 4;
const MAX_PAUSE_MS = 100;

/** Locks a folder, given by its real path, for this process. Returns a function that releases the lock. */
async function lockFolder(folder: string): Promise<() => Promise<void>> {
  if (lockedFolders.has(folder)) throw folderInUseError(folder);
  lockedFolders.add(folder);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const lockFile = await tryLock(folder);
      if (lockFile !== undefined) {
        return async () => {
          await rm(lockFile, { force: true });
          lockedFolders.delete(folder);
        };
      }
      if (attempt === MAX_ATTEMPTS) throw folderInUseError(folder);
      await sleep(Math.random() * MAX_PAUSE_MS); // two that start at the same time both withdraw; one retries first
    }
  } catch (error) {
    lockedFolders.delete(folder);
    throw error;
  }
}

/**
 * Writes a lock file of this process and only then lists the others. Of two processes, the second to write its file sees
 * the first one's, so they never both succeed. File names are unique, so a removed file is always that of a dead process.
 */
async function tryLock(folder: string): Promise<string | undefined> {
  const own = `lock-${process.pid}-${(await readStartTime(process.pid)) ?? 'unknown'}-${crypto.randomUUID()}`;
  await writeFile(join(folder, own), '', { flag: 'wx' });
  for (const name of await readdir(folder)) {
    const [, pid, startTime = ''] = /^lock-(\d+)-(\w+)-/.exec(name) ?? [];
    if (pid === undefined || name === own) continue;
    if (await isRunning(Number(pid), startTime)) {
      await rm(join(folder, own), { force: true });
      return undefined;
    }
    await rm(join(folder, name), { force: true }); // its process died without releasing it
  }
  return join(folder, own);
}

async function isRunning(pid: number, startTime: string): Promise<boolean> {
  if (pid === process.pid || !processExists(pid)) return false;
  return startTime === 'unknown' || [startTime, undefined].includes(await readStartTime(pid));
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0); // signal 0 is not delivered; it only tests that the process exists
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Returns when a process started, in clock ticks since boot. Distinguishes processes with the same id. Linux only. */
async function readStartTime(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat
    .slice(stat.lastIndexOf(')') + 2) // the process name before it may contain spaces
    .split(' ')[19];
}

function folderInUseError(folder: string): KerbsideError {
  return new KerbsideError('conflict', `The folder ${folder} is in use by another process.`, {
    details: { folder },
  });
}
