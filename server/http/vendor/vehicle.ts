import * as v from 'valibot';
import { check } from '../../../src/domain/check.ts';
import { MARKET_VALUE_UNITS, MILEAGE_UNITS } from '../../../src/domain/enums.ts';
import {
  finite,
  type JsonObject,
  json,
  jsonObject,
  notNegative,
  object,
  text,
} from '../../../src/domain/fields.ts';
import { isObject, requestFromWire } from '../../../src/wire/key-case.ts';
import type { StoredState } from '../../store/stored-state.ts';
import type { CommitChange } from '../request-store.ts';
import { type Accepted, keepFields, splitFields } from './kept-fields.ts';

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

/** Accepts the vendor's fields, and amounts in any unit: the specification's record has only two of each. */
export function acceptVehicle(body: unknown): Accepted {
  if (!isObject(body)) return { body, kept: {} };
  const { picked, rest } = splitFields(body, Object.keys(KEPT_FIELDS));
  const amounts = splitOtherUnits(rest, 'vehicle');
  const kept = check(keptVehicle, picked, 'vehicle');
  return { body: amounts.rest, kept: { ...kept, ...amounts.picked } };
}

/** Returns the change that keeps fields of the vehicle. Amounts of the specification in the body replace kept ones. */
export function keepOfVehicle({ body, kept }: Accepted): CommitChange {
  const given = AMOUNT_FIELDS.filter((name) => isObject(body) && body[name] !== undefined);
  return (state) => (state.vehicle ? keepFields(state, state.vehicle.id, kept, given) : state);
}

/** Accepts data for the report with amounts in any unit. */
export function acceptPdfData(body: unknown): Accepted {
  if (!isObject(body)) return { body, kept: {} };
  const { picked, rest } = splitOtherUnits(body, 'pdf_data');
  return { body: rest, kept: picked };
}

/** Adds kept data to the inspection's own: `pdf_data` can hold any JSON. */
export function addPdfAmounts(state: StoredState, kept: JsonObject): StoredState {
  if (Object.keys(kept).length === 0) return state;
  const { inspection } = state;
  const { pdf_data } = inspection.additionalData ?? {};
  const merged = { ...(isObject(pdf_data) ? pdf_data : {}), ...(requestFromWire(kept) as JsonObject) };
  return {
    ...state,
    inspection: { ...inspection, additionalData: { ...inspection.additionalData, pdf_data: merged } },
  };
}

/** Separates the amounts in units that the specification's record does not have. */
function splitOtherUnits(body: JsonObject, what: string): { picked: JsonObject; rest: JsonObject } {
  const names = AMOUNT_FIELDS.filter((name) => isInOtherUnit(body[name], AMOUNTS[name] ?? []));
  for (const name of names) check(amount, body[name], `${what}.${name}`);
  return splitFields(body, names);
}

function isInOtherUnit(value: unknown, units: readonly string[]): boolean {
  return isObject(value) && typeof value.unit === 'string' && !units.includes(value.unit);
}

/**
 * Adds kept fields to a vehicle. Version 3.x reads an amount as two fields, version 5.x as an object with the same two
 * fields.
 */
export function toVendorVehicle(vehicle: JsonObject, kept: JsonObject): JsonObject {
  const { picked, rest } = splitFields(kept, AMOUNT_FIELDS);
  const body: JsonObject = { ...vehicle, ...rest };
  for (const name of AMOUNT_FIELDS) {
    const keptAmount = picked[name];
    const { value, unit } = isObject(keptAmount)
      ? keptAmount
      : { value: vehicle[`${name}_value`], unit: vehicle[`${name}_unit`] };
    const fields = { [`${name}_value`]: value, [`${name}_unit`]: unit };
    if (value !== undefined) Object.assign(body, fields, { [name]: fields });
  }
  return body;
}
