import { TASK_NAMES } from '../../domain/enums.ts';
import type { ElementLanguage } from '../locales/language.ts';
import { type ElementWords, wordsIn } from '../locales/messages.ts';
import { type Names, namesIn } from '../locales/names.ts';
import { type Sight, sightsFor } from './sights.ts';

/** What people call a sight, such as the one that an image's `compliances.coverage_360.sight_id` names. */
export function sightTitle(id: string, language: ElementLanguage): string | undefined {
  const sight = sightsFor(TASK_NAMES).find((one) => one.id === id);
  return sight && sightName(sight, wordsIn(language).capture, namesIn(language));
}

export function sightName(sight: Sight, words: ElementWords['capture'], names: Names): string {
  switch (sight.kind) {
    case 'viewpoint':
      return words.viewpoints[sight.id];
    case 'wheel':
      return words.wheel(names.wheel(sight.id));
    case 'text':
      return words.texts[sight.id];
  }
}
