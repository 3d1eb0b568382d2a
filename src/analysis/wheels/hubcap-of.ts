import type { PartType } from '../../domain/enums.ts';

const HUBCAP_OF: Partial<Record<PartType, PartType>> = {
  wheel: 'hubcap',
  wheel_front_left: 'hubcap_front_left',
  wheel_front_right: 'hubcap_front_right',
  wheel_back_left: 'hubcap_back_left',
  wheel_back_right: 'hubcap_back_right',
};

/** The hubcap of a wheel; every other part as it is. */
export function hubcapOf(part: PartType): PartType {
  return HUBCAP_OF[part] ?? part;
}
