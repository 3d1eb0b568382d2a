import {
  type CentersOn,
  type CreateImageInput,
  type Image,
  PART_TYPES,
  type PartType,
  VIEWPOINTS,
  type Viewpoint,
} from 'kerbside';
import { getPartViewpoint } from 'kerbside/elements';

/** The part that fills most of a photo from this side. */
const MAIN_PARTS: Record<Viewpoint, PartType> = {
  front: 'bumper_front',
  front_left: 'fender_front_left',
  left: 'door_front_left',
  back_left: 'fender_back_left',
  back: 'bumper_back',
  back_right: 'fender_back_right',
  right: 'door_front_right',
  front_right: 'fender_front_right',
};

/** Returns the fields of an image that state its place. They travel to the service with the photo. */
export function describePlace(part: PartType): Pick<CreateImageInput, 'imageType' | 'detailedViewpoint'> {
  const viewpoint = getPartViewpoint(part);
  const centersOn: CentersOn[] = viewpoint ? [viewpoint, part] : [part];
  return { imageType: 'close_up', detailedViewpoint: { centersOn } };
}

/** Returns the part that a photo shows, as stated when it was added. */
export function getPlace({ detailedViewpoint, compliances }: Image): PartType | undefined {
  const stated: readonly string[] = [
    ...(detailedViewpoint?.centersOn ?? []),
    compliances.coverage_360?.sight_id ?? '',
  ];
  return PART_TYPES.find((part) => stated.includes(part));
}

/** Returns the side that a photo shows: as stated, or as a model recognized it. */
function getSide({ detailedViewpoint, compliances, viewpoint }: Image): Viewpoint | undefined {
  const stated: readonly string[] = [
    compliances.coverage_360?.sight_id ?? '',
    ...(detailedViewpoint?.centersOn ?? []),
  ];
  return VIEWPOINTS.find((side) => stated.includes(side)) ?? viewpoint?.prediction;
}

/** Proposes a part for a damage on this photo: the photo's place, else the part that fills most of this side. */
export function proposePart(image: Image | undefined): PartType | undefined {
  if (!image) return undefined;
  const side = getSide(image);
  return getPlace(image) ?? (side && MAIN_PARTS[side]);
}
