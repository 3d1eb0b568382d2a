import { TASK_NAMES } from '../../domain/enums.ts';
import { type Names, namesIn } from '../../domain/names/names.ts';
import type { Sight } from '../../domain/sights/sight.ts';
import { sightsFor } from '../../domain/sights/sights.ts';
import { type ElementLanguage, messagesIn } from '../locales/language.ts';
import type { ElementMessages } from '../locales/messages.ts';

/**
 * Returns the title of a sight, such as that of an image's `compliances.coverage_360.sight_id`; undefined for an unknown id.
 *
 * @example
 * sightTitle('front_left', 'en'); // 'Front left'
 */
export function sightTitle(id: string, language: ElementLanguage): string | undefined {
  const sight = sightsFor(TASK_NAMES).find((known) => known.id === id);
  return sight && nameSight(sight, messagesIn(language).capture, namesIn(language));
}

export function nameSight(sight: Sight, messages: ElementMessages['capture'], names: Names): string {
  switch (sight.kind) {
    case 'viewpoint':
      return messages.viewpoints[sight.id];
    case 'wheel':
      return messages.wheel(names.wheel(sight.id));
    case 'text':
      return messages.texts[sight.id];
  }
}
