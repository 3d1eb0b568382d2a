import {
  type TaskName,
  VIEWPOINTS,
  type Viewpoint,
  WHEEL_NAMES,
  type WheelName,
} from '../../domain/enums.ts';
import type { CreateImageInput } from '../../domain/image.ts';

export const TEXT_SIGHTS = ['VIN', 'PLATE', 'ODOMETER'] as const;
export type TextSight = (typeof TEXT_SIGHTS)[number];

/** One photo that is asked for. Its id is kept with the photo, in `compliances.coverage_360.sight_id`. */
export type Sight =
  | { kind: 'viewpoint'; id: Viewpoint }
  | { kind: 'wheel'; id: WheelName }
  | { kind: 'text'; id: TextSight };

const viewpoints = VIEWPOINTS.map((id): Sight => ({ kind: 'viewpoint', id }));
const wheels = WHEEL_NAMES.map((id): Sight => ({ kind: 'wheel', id }));
const texts = TEXT_SIGHTS.map((id): Sight => ({ kind: 'text', id }));

/** What to photograph for these tasks: once around the vehicle, its wheels, what is written on it. */
export function sightsFor(tasks: readonly TaskName[]): Sight[] {
  return [
    ...viewpoints,
    ...(tasks.includes('wheel_analysis') ? wheels : []),
    ...(tasks.includes('images_ocr') ? texts : []),
  ];
}

/** What `images.addOne` is told of a photo of this sight: its task, and what it shows. */
export function imageOfSight(sight: Sight, tasks: readonly TaskName[]): CreateImageInput {
  const [name, imageDetails] = taskOf(sight);
  return {
    name: sight.id,
    imageType: sight.kind === 'viewpoint' ? 'beauty_shot' : 'close_up',
    compliances: { coverage360: { sightId: sight.id } },
    tasks: tasks.includes(name) ? [{ name, imageDetails }] : [],
  };
}

function taskOf(sight: Sight) {
  switch (sight.kind) {
    case 'viewpoint':
      return ['damage_detection', { viewpointName: sight.id }] as const;
    case 'wheel':
      return ['wheel_analysis', { wheelName: sight.id }] as const;
    case 'text':
      return ['images_ocr', { imageType: sight.id }] as const;
  }
}
