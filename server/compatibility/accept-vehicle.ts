import * as v from 'valibot';
import { check } from '../../src/domain/check.ts';
import { MARKET_VALUE_UNITS, MILEAGE_UNITS } from '../../src/domain/enums.ts';
import {
  finite,
  type JsonObject,
  json,
  jsonObject,
  notNegative,
  object,
  text,
} from '../../src/domain/fields.ts';
import { isObject } from '../../src/wire/key-case.ts';
import { type Accepted, splitFields } from './kept-fields.ts';

const keptVehicle = object({
  owner_info: v.optional(v.nullable(jsonObject)),
  duplicate_keys: v.optional(v.nullable(v.boolean())),
  expertise_requested: v.optional(v.nullable(v.boolean())),
  car_registration: v.optional(v.nullable(v.boolean())),
  vehicle_quotation: v.optional(v.nullable(finite)),
  trade_in_offer: v.optional(v.nullable(finite)),
  additional_data: v.optional(json),
});
const [, { entries: KEPT_FIELDS }] = keptVehicle.pipe;

const amount = object({ value: notNegative, unit: text() });
const AMOUNTS: Record<string, readonly string[]> = {
  mileage: MILEAGE_UNITS,
  market_value: MARKET_VALUE_UNITS,
};

const AMOUNT_FIELDS = Object.keys(AMOUNTS);

/** Returns the amounts in a body of the specification. They replace kept ones. */
export function listGivenAmounts(body: unknown): string[] {
  return AMOUNT_FIELDS.filter((name) => isObject(body) && body[name] !== undefined);
}

/** Accepts the fields of other clients, and amounts in any unit: the specification's record has only two of each. */
export function acceptVehicle(body: unknown): Accepted {
  if (!isObject(body)) return { body, kept: {} };
  const { picked, rest } = splitFields(body, Object.keys(KEPT_FIELDS));
  const amounts = splitOtherUnits(rest, 'vehicle');
  const kept = check(keptVehicle, picked, 'vehicle');
  return { body: amounts.rest, kept: { ...kept, ...amounts.picked } };
}

/** Separates the amounts in units that the specification's record does not have. */
export function splitOtherUnits(body: JsonObject, what: string): { picked: JsonObject; rest: JsonObject } {
  const names = AMOUNT_FIELDS.filter((name) => isInOtherUnit(body[name], AMOUNTS[name] ?? []));
  for (const name of names) check(amount, body[name], `${what}.${name}`);
  return splitFields(body, names);
}

function isInOtherUnit(value: unknown, units: readonly string[]): boolean {
  return isObject(value) && typeof value.unit === 'string' && !units.includes(value.unit);
}

/** Returns kept fields as a vehicle's fields on the wire: amounts in both forms, as those of the specification. */
export function toWireKeptVehicle(kept: JsonObject): JsonObject {
  const { picked, rest } = splitFields(kept, AMOUNT_FIELDS);
  const amounts = Object.entries(picked).map(([name, given]) => {
    const { value, unit } = given as JsonObject;
    const flat = { [`${name}_value`]: value, [`${name}_unit`]: unit };
    return { ...flat, [name]: flat };
  });
  return Object.assign({}, rest, ...amounts) as JsonObject;
}
