import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KerbsideError } from '../src/errors.ts';

/** The parts of a data folder. */
export interface DataFolder {
  database: string;
  photos: string;
  /** Lets another process have it. */
  release(): Promise<void>;
}

/** `alone`: for this process only, because an embedded database that two processes write to is soon none. */
export async function takeDataFolder(folder: string, { alone }: { alone: boolean }): Promise<DataFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, 'lock');
  if (alone) await takeLock(lock, folder);
  return {
    database: join(folder, 'database'),
    photos: join(folder, 'photos'),
    async release() {
      if (alone) await rm(lock, { force: true });
    },
  };
}

async function takeLock(lock: string, folder: string): Promise<void> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const file = await open(lock, 'wx');
      await file.writeFile(String(process.pid));
      await file.close();
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
      if (holder !== 0 && isRunning(holder)) break;
      await rm(lock, { force: true }); // its process died without letting go
    }
  }
  throw new KerbsideError('conflict', `The folder ${folder} is in use by another process.`, {
    details: { folder },
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0); // sends nothing, only asks
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
