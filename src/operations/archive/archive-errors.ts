import { KerbsideError } from '../../errors.ts';

/** @param reason - Completes the sentence "The file is not an inspection export: …". */
export function invalidArchiveError(reason: string, cause?: unknown): KerbsideError {
  return new KerbsideError('invalid_input', `The file is not an inspection export: ${reason}.`, {
    details: { path: 'zip' },
    cause,
  });
}
