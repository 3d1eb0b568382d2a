import * as v from 'valibot';
import { PART_TYPES, type PartType } from '../../domain/enums.ts';
import { fraction, object, text } from '../../domain/fields.ts';
import { getPartKind, PART_KINDS, type PartKind } from './part-kinds.ts';

/** A workshop's prices. All amounts are whole minor units of `currency`: 6500 is 65.00 EUR. */
export interface PriceTableInput {
  /** Stored with each estimate, to distinguish estimates after a price change. */
  version: string;
  /** ISO 4217 code. */
  currency: string;
  /** The price of one hour of body work or fitting. */
  labourPerHour: number;
  /** The price of one hour of painting. */
  paintPerHour: number;
  /** The uncertainty of hours and part prices, 0 to 1: 0.25 gives a range from 25 % less to 25 % more. */
  spread: { labour: number; parts: number };
  /** The class of vehicles whose type is unknown: a key of `classes`. */
  defaultClass: string;
  /** The classes of vehicles, by name. */
  classes: Record<string, VehicleClassInput>;
}

/** The prices of one class of vehicles. */
export interface VehicleClassInput {
  /**
   * Values of `vehicle.vehicleType` that belong to this class, besides its name. Case-insensitive.
   *
   * @default []
   */
  vehicleTypes?: string[] | undefined;
  /** The price of a new part, by kind (`door`) or by part (`door_back_left`, which takes precedence). */
  partPrices: Partial<Record<PartKind | PartType, number>>;
}

/** Checked {@link PriceTableInput}. */
export interface PriceTable extends Omit<PriceTableInput, 'classes'> {
  /** The classes of vehicles, by name. */
  classes: Record<string, VehicleClassInput & { vehicleTypes: string[] }>;
}

const minorUnits = v.pipe(
  v.number(),
  v.integer('a whole number of minor units'),
  v.minValue(0, 'a number of at least 0'),
);

const vehicleClass = object({
  vehicleTypes: v.optional(v.array(text()), []),
  partPrices: v.record(v.picklist([...(Object.keys(PART_KINDS) as PartKind[]), ...PART_TYPES]), minorUnits),
});

export const priceTableSchema = v.pipe(
  object({
    version: text(),
    currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'a currency code such as EUR (ISO 4217)')),
    labourPerHour: minorUnits,
    paintPerHour: minorUnits,
    spread: object({ labour: fraction, parts: fraction }),
    defaultClass: text(),
    classes: v.record(text(), vehicleClass),
  }),
  v.check(
    ({ classes, defaultClass }) => Object.hasOwn(classes, defaultClass),
    'a defaultClass that is one of the classes',
  ),
);

/** Returns the class that a vehicle type belongs to, or the default class. */
export function findVehicleClass(
  vehicleType: string | undefined,
  { classes, defaultClass }: PriceTable,
): string {
  const type = vehicleType?.trim().toLowerCase();
  const match = Object.entries(classes).find(([name, { vehicleTypes }]) =>
    [name, ...vehicleTypes].some((known) => known.toLowerCase() === type),
  );
  return match?.[0] ?? defaultClass;
}

/** Returns the price of a part, or of its kind. */
export function findPartPrice(
  part: PartType,
  className: string,
  { classes }: PriceTable,
): number | undefined {
  const prices = classes[className]?.partPrices;
  const kind = getPartKind(part);
  return prices?.[part] ?? (kind && prices?.[kind]);
}
