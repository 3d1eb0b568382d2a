import type { DamageType, WheelName } from '../enums.ts';
import type { PartOperationName, ReviewReason, SeverityLevel } from '../records/repair-estimate.ts';

/** Parts without their position: `door` for `door_back_left`. */
type PartKind =
  | 'bumper'
  | 'door'
  | 'fender'
  | 'fog_light'
  | 'grill'
  | 'handle'
  | 'head_light'
  | 'header_panel'
  | 'hood'
  | 'hook'
  | 'hubcap'
  | 'indicator_light'
  | 'license_plate'
  | 'logo'
  | 'mirror'
  | 'mirror_support'
  | 'petrol_door'
  | 'pillar'
  | 'quarter_window'
  | 'rear_spoiler'
  | 'rocker_panel'
  | 'roof'
  | 'tail_light'
  | 'trunk'
  | 'turn_signal'
  | 'wheel'
  | 'window'
  | 'windshield'
  | 'wiper';

/** The words with which part types and viewpoints name a position on the vehicle. */
type Position = 'front' | 'back' | 'left' | 'right' | 'center' | 'corner' | 'lateral' | 'low' | 'radiator';

/** The names of the specification's values in one language. */
export interface Vocabulary {
  damageTypes: Record<DamageType, string>;
  /** Within a sentence. */
  damagePlurals: Record<DamageType, string>;
  /** `misshape` of a wheel. */
  flatTyre: string;
  partKinds: Record<PartKind, string>;
  /** The name of `ignore` and `background`, which are no parts. */
  noPart: string;
  positions: Record<Position, string>;
  severities: Record<SeverityLevel, string>;
  operations: Record<PartOperationName, string>;
  reviewReasons: Record<ReviewReason, string>;
  /** Marks the name of a part as a guess. */
  guessed(name: string): string;
  wheelNames: Record<WheelName, string>;
  /** By prediction: a wheel's condition or material. */
  wheelLabels: Record<string, string>;
  documentTypes: Record<string, string>;
}
