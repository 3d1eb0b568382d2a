import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'secret';

/** Returns the secret of a data folder. Creates one that only the owner can read if there is none. */
export async function loadOrCreateSecret(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, FILE);
  const existing = await readSecret(folder);
  if (existing !== undefined) return existing;
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, `${createSecret()}\n`, { mode: 0o600 });
  try {
    // `link` fails if the file exists: two processes that start at the same time both read the first one's secret.
    await link(temporary, path).catch(() => {});
    return (await readFile(path, 'utf8')).trim();
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Returns the secret of a data folder, or undefined if no service has created one. */
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

/** HS256 is only as strong as its secret. RFC 7518 requires at least as many bits as the hash has. */
export function isWeakSecret(secret: string): boolean {
  return secret.length < 32;
}
