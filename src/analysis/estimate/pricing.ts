import * as v from 'valibot';
import type { Checked } from '../../domain/check.ts';
import { PART_TYPES, type PartType } from '../../domain/enums.ts';
import { fraction, object, text } from '../../domain/fields.ts';
import { kindOf, PART_KINDS, type PartKind } from './part-kinds.ts';

const minorUnits = v.pipe(
  v.number(),
  v.integer('a whole number of minor units'),
  v.minValue(0, 'a number of at least 0'),
);

const vehicleClass = object({
  /** Values of `vehicle.vehicleType` that mean this class, besides its own name; upper or lower case. */
  vehicleTypes: v.optional(v.array(text()), []),
  /** What a new part costs: by kind (`door`) or exactly (`door_back_left`, which goes first). */
  partPrices: v.record(v.picklist([...(Object.keys(PART_KINDS) as PartKind[]), ...PART_TYPES]), minorUnits),
});

/** A workshop's prices. All amounts are whole minor units of `currency`: 6500 is 65.00 EUR. */
export const priceTable = v.pipe(
  object({
    /** Estimates name it, so that they can be told apart after prices changed. */
    version: text(),
    currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'a currency code such as EUR (ISO 4217)')),
    labourPerHour: minorUnits,
    paintPerHour: minorUnits,
    /** How far off hours and part prices may be: 0.25 gives a range from 25 % less to 25 % more. */
    spread: object({ labour: fraction, parts: fraction }),
    /** The class of vehicles whose type says nothing. */
    defaultClass: text(),
    classes: v.record(text(), vehicleClass),
  }),
  v.check(
    ({ classes, defaultClass }) => Object.hasOwn(classes, defaultClass),
    'a defaultClass that is one of the classes',
  ),
);
export type PriceTable = Checked<typeof priceTable>;
export type PriceTableInput = v.InferInput<typeof priceTable>;

export function classOf(vehicleType: string | undefined, { classes, defaultClass }: PriceTable): string {
  const said = vehicleType?.trim().toLowerCase();
  const found = Object.entries(classes).find(([name, { vehicleTypes }]) =>
    [name, ...vehicleTypes].some((known) => known.toLowerCase() === said),
  );
  return found?.[0] ?? defaultClass;
}

export function partPrice(part: PartType, className: string, { classes }: PriceTable): number | undefined {
  const prices = classes[className]?.partPrices;
  const kind = kindOf(part);
  return prices?.[part] ?? (kind && prices?.[kind]);
}
