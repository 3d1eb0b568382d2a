import type { Viewpoint } from '../../domain/enums.ts';
import type { Image } from '../../domain/records/image.ts';
import { findHintedViewpoint } from '../parts/hinted-parts.ts';
import { chooseViewpoint } from '../parts/viewpoint.ts';

/** Returns the viewpoint of a stored image: the predicted one if it is confident, else the hint. */
export function getPhotoViewpoint(image: Image): Viewpoint | undefined {
  const { viewpoint, detailedViewpoint, tasks } = image;
  const names = tasks.flatMap((task) => ('imageDetails' in task && task.imageDetails?.viewpointName) || []);
  const sight = getSightId(image);
  const centersOn = [...(detailedViewpoint?.centersOn ?? []), ...names];
  return chooseViewpoint(
    viewpoint,
    findHintedViewpoint({ centersOn, ...(sight !== undefined && { sight }) }),
  );
}

/** Returns the id of the sight that guided capture asked for. */
export function getSightId({ compliances }: Image): string | undefined {
  return compliances.coverage_360?.sight_id;
}
