import { type TaskName, VIEWPOINTS, WHEEL_NAMES } from '../enums.ts';
import type { CreateImageInput } from '../records/image.ts';
import { type Sight, TEXT_SIGHTS } from './sight.ts';

/** Returns the sights that these tasks need: always the eight sides, then the wheels and the texts. */
export function sightsFor(tasks: readonly TaskName[]): Sight[] {
  return [
    ...VIEWPOINTS.map((id): Sight => ({ kind: 'viewpoint', id })),
    ...(tasks.includes('wheel_analysis') ? WHEEL_NAMES : []).map((id): Sight => ({ kind: 'wheel', id })),
    ...(tasks.includes('images_ocr') ? TEXT_SIGHTS : []).map((id): Sight => ({ kind: 'text', id })),
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
