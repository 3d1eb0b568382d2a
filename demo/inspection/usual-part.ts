import { type Image, PART_TYPES, type PartType, type Viewpoint } from 'kerbside';

/** What fills most of a photo from there. */
const PARTS: Record<Viewpoint, PartType> = {
  front: 'bumper_front',
  front_left: 'fender_front_left',
  left: 'door_front_left',
  back_left: 'fender_back_left',
  back: 'bumper_back',
  back_right: 'fender_back_right',
  right: 'door_front_right',
  front_right: 'fender_front_right',
};

/** The part to offer for what is drawn on a photo: one that the photo shows, or none. */
export function usualPart({ compliances }: Image): PartType {
  const sight = compliances.coverage_360?.sight_id ?? '';
  if (sight in PARTS) return PARTS[sight as Viewpoint];
  return PART_TYPES.find((part) => part === sight) ?? 'ignore'; // wheels are parts of the same name
}
