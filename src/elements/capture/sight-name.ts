import type { Names } from '../names.ts';
import type { ElementWords } from '../words.ts';
import type { Sight } from './sights.ts';

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
