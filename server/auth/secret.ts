import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'secret';

/** The secret of a data folder; made, for its owner's eyes alone, where there is none yet. */
export async function loadOrCreateSecret(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, FILE);
  const kept = await readSecret(folder);
  if (kept !== undefined) return kept;
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, `${createSecret()}\n`, { mode: 0o600 });
  try {
    // A link is made once: of two that start at the same time, both read the first one's.
    await link(unfinished, path).catch(() => {});
    return (await readFile(path, 'utf8')).trim();
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** The secret of a data folder, if a service has made one there. */
export async function readSecret(folder: string): Promise<string | undefined> {
  try {
    return (await readFile(join(folder, FILE), 'utf8')).trim();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return undefined;
    throw error;
  }
}

export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** HS256 is as strong as its secret: RFC 7518 wants as many bits as the hash has. */
export function isWeakSecret(secret: string): boolean {
  return secret.length < 32;
}
