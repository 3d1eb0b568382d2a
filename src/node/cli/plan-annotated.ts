import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KerbsideError } from '../../errors.ts';
import { annotatedNames } from '../annotate/annotated-names.ts';

/**
 * Makes the folder and says which file each photo will be drawn into. A later run replaces what an earlier one
 * wrote, but never a photo. Done before any other work: that it can not be is better told at once.
 */
export async function planAnnotated(folder: string, photos: readonly string[]): Promise<string[]> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw refused(`${folder} can not be made: ${reason}`);
  }
  const inputs = new Set(await Promise.all(photos.map(identity)));
  const targets = annotatedNames(photos).map((name) => join(folder, name));
  for (const target of targets) {
    const existing = await identity(target);
    if (existing !== undefined && inputs.has(existing))
      throw refused(`${target} is one of the photos; choose another folder.`);
  }
  return targets;
}

/** Which file a path leads to in the end, through links and whatever the spelling. */
async function identity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined; // not there, or not to be seen
  }
}

function refused(reason: string): KerbsideError {
  return new KerbsideError('invalid_input', `--annotated: ${reason}`);
}
