import { basename } from 'node:path';
import { LIMITS } from '../../domain/limits.ts';

/** A photo's name in its inspection: that of its file, as long as a name may be. */
export function baseNameOf(path: string): string {
  return basename(path).slice(0, LIMITS.shortText);
}
