import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KerbsideError } from '../../src/errors.ts';

const FILE = 'secret';
/** HS256 is as strong as its secret: RFC 7518 wants as many bits as the hash has. */
const LEAST_LENGTH = 32;

/** The secret of a data folder; made, for its owner's eyes alone, where there is none yet. */
export async function secretOf(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, FILE);
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== undefined) return checkSecret(kept.trim());
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, `${newSecret()}\n`, { mode: 0o600 });
  try {
    // A link is made once: of two that start at the same time, both read the first one's.
    await link(unfinished, path).catch(() => {});
    return checkSecret((await readFile(path, 'utf8')).trim());
  } finally {
    await rm(unfinished, { force: true });
  }
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function checkSecret(secret: string): string {
  if (secret.length >= LEAST_LENGTH) return secret;
  throw new KerbsideError(
    'invalid_input',
    `The secret has ${secret.length} characters; tokens need one of at least ${LEAST_LENGTH}.`,
  );
}
