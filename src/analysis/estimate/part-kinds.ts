import type { PartType } from '../../domain/enums.ts';

/** The material of a part, as far as repairs depend on it. */
export type Material = 'metal' | 'plastic' | 'glass' | 'lamp' | 'wheel' | 'trim';

/**
 * Parts without their side: their material, and the fraction of a photo that the whole part usually fills. The fraction
 * is used if there is no view of the part.
 */
export const PART_KINDS = {
  bumper: { material: 'plastic', photoShare: 0.2 },
  door: { material: 'metal', photoShare: 0.2 },
  fender: { material: 'metal', photoShare: 0.15 },
  fog_light: { material: 'lamp', photoShare: 0.02 },
  grill: { material: 'plastic', photoShare: 0.08 },
  handle: { material: 'trim', photoShare: 0.02 },
  head_light: { material: 'lamp', photoShare: 0.05 },
  header_panel: { material: 'metal', photoShare: 0.1 },
  hood: { material: 'metal', photoShare: 0.2 },
  hook: { material: 'trim', photoShare: 0.02 },
  hubcap: { material: 'wheel', photoShare: 0.08 },
  indicator_light: { material: 'lamp', photoShare: 0.02 },
  license_plate: { material: 'trim', photoShare: 0.03 },
  logo: { material: 'trim', photoShare: 0.02 },
  mirror: { material: 'plastic', photoShare: 0.04 },
  mirror_support: { material: 'plastic', photoShare: 0.02 },
  petrol_door: { material: 'metal', photoShare: 0.03 },
  pillar: { material: 'metal', photoShare: 0.05 },
  quarter_window: { material: 'glass', photoShare: 0.04 },
  rear_spoiler: { material: 'plastic', photoShare: 0.05 },
  rocker_panel: { material: 'metal', photoShare: 0.08 },
  roof: { material: 'metal', photoShare: 0.15 },
  tail_light: { material: 'lamp', photoShare: 0.05 },
  trunk: { material: 'metal', photoShare: 0.2 },
  turn_signal: { material: 'lamp', photoShare: 0.02 },
  wheel: { material: 'wheel', photoShare: 0.1 },
  window: { material: 'glass', photoShare: 0.1 },
  windshield: { material: 'glass', photoShare: 0.2 },
  wiper: { material: 'trim', photoShare: 0.02 },
} as const satisfies Record<string, { material: Material; photoShare: number }>;
export type PartKind = keyof typeof PART_KINDS;

const SIDES = /_(front|back|left|right|center|corner|lateral|low|radiator)/g;

/** Returns the kind of a part: `door` for `door_back_left`. Returns undefined for `ignore` and `background`. */
export function getPartKind(part: PartType): PartKind | undefined {
  const kind = part.replace(SIDES, '');
  return Object.hasOwn(PART_KINDS, kind) ? (kind as PartKind) : undefined;
}
