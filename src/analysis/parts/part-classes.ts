import type { PartType } from '../../domain/enums.ts';

/** Maps the part model's classes to part types. Left and right are the vehicle's, as the driver sees them. */
export const PART_OF_CLASS: Readonly<Record<string, PartType>> = {
  hood: 'hood',
  front_bumper: 'bumper_front',
  back_bumper: 'bumper_back',
  trunk: 'trunk',
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
  wheel: 'wheel',
};
