import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/**
 * An empty database to start from. To make one takes PGlite 8 s of processor time, to unpack one 1 s, so the first
 * is kept in the user's cache folder, by PGlite's version. Where nothing can be kept it is made each time.
 */
export async function loadEmptySnapshot(): Promise<Blob> {
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kerbside');
  const file = join(folder, `pglite-${await pgliteVersion()}.tar.gz`);
  const kept = await readOwn(file);
  if (kept) return new Blob([kept], { type: 'application/x-gzip' });
  const made = await makeCluster();
  await keep(file, made).catch(() => {}); // a read-only home is no reason not to start
  return made;
}

async function makeCluster(): Promise<Blob> {
  const db = await PGlite.create();
  try {
    return await db.dumpDataDir('gzip');
  } finally {
    await db.close();
  }
}

/** Only a file that nobody else could have put there: what is in it becomes the database. */
async function readOwn(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const { uid, mode } = await stat(dirname(file));
    const isOurs = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
    return isOurs ? new Uint8Array(await readFile(file)) : undefined;
  } catch {
    return undefined;
  }
}

async function keep(file: string, cluster: Blob): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await chmod(dirname(file), 0o700);
  const unfinished = `${file}.${process.pid}-${crypto.randomUUID()}`;
  try {
    await writeFile(unfinished, new Uint8Array(await cluster.arrayBuffer()));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function pgliteVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const content = await readFile(join(dirname(entry), '..', 'package.json'), 'utf8');
  return String((JSON.parse(content) as { version: unknown }).version);
}
