import { PART_TYPES, type PartType } from '../../domain/enums.ts';

/**
 * Maps the part model's classes to part types. Left and right are the vehicle's, as the driver sees them. A class that
 * is missing has the name of its part type.
 */
const RENAMED_CLASSES: Readonly<Record<string, PartType>> = {
  front_bumper: 'bumper_front',
  back_bumper: 'bumper_back',
  tailgate: 'trunk',
  front_glass: 'windshield_front',
  back_glass: 'windshield_back',
  front_left_door: 'door_front_left',
  front_right_door: 'door_front_right',
  back_left_door: 'door_back_left',
  back_right_door: 'door_back_right',
  front_left_light: 'head_light_left',
  front_right_light: 'head_light_right',
  back_left_light: 'tail_light_left',
  back_right_light: 'tail_light_right',
  left_mirror: 'mirror_left',
  right_mirror: 'mirror_right',
  roof_side: 'roof',
};

/** Part types that do not name one part: a vehicle has several of these, or none. */
export const AMBIGUOUS_PARTS: readonly PartType[] = ['ignore', 'background', 'wheel', 'hubcap'];

/** Returns the part type of a class of the part model, or undefined if it is not a part. */
export function toPartType(className: string): PartType | undefined {
  return RENAMED_CLASSES[className] ?? PART_TYPES.find((part) => part === className);
}
