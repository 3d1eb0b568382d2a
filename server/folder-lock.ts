import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KerbsideError } from '../src/errors.ts';

/**
 * What this process has. A lock of our own process id beside it is a dead one's: in a container every process gets the
 * same id.
 */
const held = new Set<string>();

const TRIES = 4;
const LONGEST_PAUSE_MS = 100;

/** Takes a folder for this process alone, by its real path; answers what lets go of it. */
export async function takeFolderLock(folder: string): Promise<() => Promise<void>> {
  if (held.has(folder)) throw inUse(folder);
  held.add(folder);
  try {
    for (let tries = 1; ; tries += 1) {
      const lock = await tryLock(folder);
      if (lock !== undefined) {
        return async () => {
          await rm(lock, { force: true });
          held.delete(folder);
        };
      }
      if (tries === TRIES) throw inUse(folder);
      await sleep(Math.random() * LONGEST_PAUSE_MS); // two that start at once both withdraw; one comes back first
    }
  } catch (error) {
    held.delete(folder);
    throw error;
  }
}

/**
 * Each process puts down a lock of its own and only then looks for others; of two, the second to put one down sees the
 * first, so never do both go on. No name is used twice, so what is cleared away is what was found dead.
 */
async function tryLock(folder: string): Promise<string | undefined> {
  const own = `lock-${process.pid}-${(await startOf(process.pid)) ?? 'unknown'}-${crypto.randomUUID()}`;
  await writeFile(join(folder, own), '', { flag: 'wx' });
  for (const name of await readdir(folder)) {
    const [, pid, start = ''] = /^lock-(\d+)-(\w+)-/.exec(name) ?? [];
    if (pid === undefined || name === own) continue;
    if (await isRunning(Number(pid), start)) {
      await rm(join(folder, own), { force: true });
      return undefined;
    }
    await rm(join(folder, name), { force: true }); // its process died without letting go
  }
  return join(folder, own);
}

async function isRunning(pid: number, start: string): Promise<boolean> {
  if (pid === process.pid || !isThere(pid)) return false;
  return start === 'unknown' || [start, undefined].includes(await startOf(pid));
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0); // sends nothing, only asks
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process began, in ticks since the machine did: another one of the same id began at another time. Linux only. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat
    .slice(stat.lastIndexOf(')') + 2) // what is before may hold blanks of its own
    .split(' ')[19];
}

function inUse(folder: string): KerbsideError {
  return new KerbsideError('conflict', `The folder ${folder} is in use by another process.`, {
    details: { folder },
  });
}
