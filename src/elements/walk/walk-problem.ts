import { KerbsideError } from '../../errors.ts';
import { errorMessagesIn } from '../locales/error-messages.ts';
import type { ElementLanguage } from '../locales/language.ts';
import type { ElementMessages } from '../locales/messages.ts';

/** Returns why a walk failed, in the language of the user. */
export function describeWalkProblem(
  error: unknown,
  { walk }: ElementMessages,
  language: ElementLanguage,
): string {
  if (!(error instanceof KerbsideError)) return walk.failed;
  if (error.code === 'unsupported') return walk.noModel;
  if (error.code === 'photo_invalid') return walk.noVideo;
  return errorMessagesIn(language)[error.code] ?? walk.failed;
}
