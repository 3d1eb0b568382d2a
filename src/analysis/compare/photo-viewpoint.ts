import type { Viewpoint } from '../../domain/enums.ts';
import type { Image } from '../../domain/image.ts';
import { viewpointSaid } from '../parts/locate-damage.ts';
import { chosenViewpoint } from '../parts/viewpoint.ts';

/** From where a photo was taken: as a model saw it where it was sure, else as the photographer said. */
export function viewpointOf(image: Image): Viewpoint | undefined {
  const { viewpoint, detailedViewpoint, tasks } = image;
  const names = tasks.flatMap((task) => ('imageDetails' in task && task.imageDetails?.viewpointName) || []);
  const sight = sightOf(image);
  const centersOn = [...(detailedViewpoint?.centersOn ?? []), ...names];
  return chosenViewpoint(viewpoint, viewpointSaid({ centersOn, ...(sight !== undefined && { sight }) }));
}

/** Which of the photos that the app asked for it is. */
export function sightOf({ compliances }: Image): string | undefined {
  return compliances.coverage_360?.sight_id;
}
