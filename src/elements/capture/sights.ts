import { TASK_NAMES, type TaskName, VIEWPOINTS, WHEEL_NAMES } from '../../domain/enums.ts';
import type { CreateImageInput } from '../../domain/image.ts';
import { type Names, namesIn } from '../../domain/names/names.ts';
import { type Sight, TEXT_SIGHTS } from '../../domain/sight.ts';
import { type ElementLanguage, messagesIn } from '../locales/language.ts';
import type { ElementMessages } from '../locales/messages.ts';

const viewpoints = VIEWPOINTS.map((id): Sight => ({ kind: 'viewpoint', id }));
const wheels = WHEEL_NAMES.map((id): Sight => ({ kind: 'wheel', id }));
const texts = TEXT_SIGHTS.map((id): Sight => ({ kind: 'text', id }));

/** Returns the sights that these tasks need: always the eight sides, then the wheels and the texts. */
export function sightsFor(tasks: readonly TaskName[]): Sight[] {
  return [
    ...viewpoints,
    ...(tasks.includes('wheel_analysis') ? wheels : []),
    ...(tasks.includes('images_ocr') ? texts : []),
  ];
}

/**
 * Returns the input of `images.addOne` for a photo of this sight: its name, what it shows, and its task.
 *
 * @param tasks The tasks of the inspection. The photo is added to the sight's task only if it is one of them.
 *
 * @example
 * capture.addEventListener('photo-taken', async ({ detail }) => {
 *   const sight = sights.find(({ id }) => id === detail.sight);
 *   if (sight) await kerbside.images.addOne(inspectionId, imageOfSight(sight, tasks), detail.photo);
 * });
 */
export function imageOfSight(sight: Sight, tasks: readonly TaskName[]): CreateImageInput {
  const [name, imageDetails] = getTask(sight);
  return {
    name: sight.id,
    imageType: sight.kind === 'viewpoint' ? 'beauty_shot' : 'close_up',
    compliances: { coverage360: { sightId: sight.id } },
    tasks: tasks.includes(name) ? [{ name, imageDetails }] : [],
  };
}

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

function getTask(sight: Sight) {
  switch (sight.kind) {
    case 'viewpoint':
      return ['damage_detection', { viewpointName: sight.id }] as const;
    case 'wheel':
      return ['wheel_analysis', { wheelName: sight.id }] as const;
    case 'text':
      return ['images_ocr', { imageType: sight.id }] as const;
  }
}
