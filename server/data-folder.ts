import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { takeFolderLock } from './folder-lock.ts';

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
  const release = alone ? await takeFolderLock(await realpath(folder)) : async () => {};
  return { database: join(folder, 'database'), photos: join(folder, 'photos'), release };
}
