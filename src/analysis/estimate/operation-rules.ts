import type { DamageType } from '../../domain/enums.ts';
import type { PartOperationName, SeverityLevel } from '../../domain/records/repair-estimate.ts';
import type { Material } from './part-kinds.ts';

type ByLevel<T> = Readonly<Record<SeverityLevel, T>>;

/** The repair operation by damage type and severity of the part. */
export const OPERATION_RULES: { readonly [Type in DamageType]?: ByLevel<PartOperationName> } = {
  scratch: { 1: 'polish', 2: 'paint', 3: 'paint' },
  scattered_scratches: { 1: 'polish', 2: 'paint', 3: 'paint' },
  hubcap_scratch: { 1: 'polish', 2: 'replace', 3: 'replace' },
  paint_peeling: { 1: 'paint', 2: 'paint', 3: 'paint' },
  rustiness: { 1: 'paint', 2: 'dent_repair', 3: 'replace' },
  dent: { 1: 'dent_repair', 2: 'dent_repair', 3: 'replace' },
  body_crack: { 1: 'paint', 2: 'dent_repair', 3: 'replace' },
  misshape: { 1: 'dent_repair', 2: 'dent_repair', 3: 'replace' },
  missing_hubcap: { 1: 'replace', 2: 'replace', 3: 'replace' },
  missing_piece: { 1: 'replace', 2: 'replace', 3: 'replace' },
  broken_light: { 1: 'replace', 2: 'replace', 3: 'replace' },
  broken_glass: { 1: 'replace', 2: 'replace', 3: 'replace' },
  smash: { 1: 'replace', 2: 'replace', 3: 'replace' },
};

/** The repair operation of a part that has a severity set by a user but no damage. */
export const OPERATION_WITHOUT_DAMAGE: ByLevel<PartOperationName> = {
  1: 'polish',
  2: 'dent_repair',
  3: 'replace',
};

/** The operations that a material allows. If a rule requires another one, the part is replaced. */
export const POSSIBLE_OPERATIONS: Readonly<Record<Material, readonly PartOperationName[]>> = {
  metal: ['polish', 'paint', 'dent_repair', 'replace'],
  plastic: ['polish', 'paint', 'dent_repair', 'replace'],
  wheel: ['polish', 'paint', 'replace'],
  glass: ['polish', 'replace'],
  lamp: ['polish', 'replace'],
  trim: ['polish', 'replace'],
};

export interface LabourHours {
  /** Body work. */
  body: number;
  /** Removing and refitting. */
  fitting: number;
  paint: number;
}

export const REPAIR_HOURS: Readonly<Record<Exclude<PartOperationName, 'replace'>, ByLevel<LabourHours>>> = {
  polish: {
    1: { body: 0.5, fitting: 0, paint: 0 },
    2: { body: 1, fitting: 0, paint: 0 },
    3: { body: 1.5, fitting: 0, paint: 0 },
  },
  paint: {
    1: { body: 0.5, fitting: 0, paint: 1.5 },
    2: { body: 0.8, fitting: 0, paint: 2.5 },
    3: { body: 1, fitting: 0, paint: 3.5 },
  },
  dent_repair: {
    1: { body: 1, fitting: 0, paint: 1.5 },
    2: { body: 2.5, fitting: 0, paint: 2.5 },
    3: { body: 4.5, fitting: 0, paint: 3.5 },
  },
};

/** A wheel is removed and painted as a whole. A panel is prepared, painted and blended into its neighbours. */
export const WHEEL_PAINT_HOURS: ByLevel<LabourHours> = {
  1: { body: 0, fitting: 0.5, paint: 0.8 },
  2: { body: 0, fitting: 0.5, paint: 1 },
  3: { body: 0, fitting: 0.5, paint: 1.5 },
};

/** Independent of the severity. */
export const REPLACE_HOURS: Readonly<Record<Material, LabourHours>> = {
  metal: { body: 3, fitting: 0, paint: 3 },
  plastic: { body: 0, fitting: 1.5, paint: 2 },
  glass: { body: 0, fitting: 2, paint: 0 },
  lamp: { body: 0, fitting: 0.7, paint: 0 },
  wheel: { body: 0, fitting: 0.5, paint: 0 },
  trim: { body: 0, fitting: 0.4, paint: 0 },
};
