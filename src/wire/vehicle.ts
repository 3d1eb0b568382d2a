import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { entriesOf, id, type JsonObject } from '../domain/fields.ts';
import { vehicleRecordSchema } from '../domain/records/record-schemas.ts';
import type { MarketValue, Mileage, Vehicle, VehicleInput } from '../domain/records/vehicle.ts';
import { isObject, requestFromWire, requestToWire, responseToWire } from './key-case.ts';
import { lenientEntries, optionalField } from './lenient.ts';

/** `series` is `serie` on the wire. Amounts are sent as `{ value, unit }` and received as two fields. */
export function toWireVehicleInput({ series, ...input }: VehicleInput): JsonObject {
  return requestToWire({ ...input, serie: series });
}

/** Accepts both spellings of series and age, and both forms of an amount. */
export function fromWireVehicleInput(body: unknown): unknown {
  const fields = requestFromWire(body);
  return isObject(fields) ? normalizeFields(fields) : fields;
}

export function toWireVehicle({ series, mileage, marketValue, ...vehicle }: Vehicle): JsonObject {
  return responseToWire({
    ...vehicle,
    serie: series,
    ...toWireAmount('mileage', mileage),
    ...toWireAmount('marketValue', marketValue),
  });
}

function toWireAmount(name: string, amount: Mileage | MarketValue | undefined): JsonObject {
  return amount ? { [`${name}Value`]: amount.value, [`${name}Unit`]: amount.unit } : {};
}

export const wireVehicle = v.pipe(
  v.custom<JsonObject>(isObject, 'an object'),
  v.transform(normalizeFields),
  v.object({ ...lenientEntries(entriesOf(vehicleRecordSchema)), id: optionalField(id) }),
);

/** If the service sends no id, the inspection id makes a unique one: an inspection has one vehicle. */
export function fromWireVehicle(vehicle: Checked<typeof wireVehicle>, inspectionId: string): Vehicle {
  return { ...vehicle, id: vehicle.id ?? `${inspectionId}:vehicle` };
}

function normalizeFields(vehicle: JsonObject): JsonObject {
  const {
    serie,
    vehiculeAge,
    mileageValue,
    mileageUnit,
    marketValueValue,
    marketValueUnit,
    series = serie,
    vehicleAge = vehiculeAge,
    mileage,
    marketValue,
    ...same
  } = vehicle;
  const given = Object.entries({
    series,
    vehicleAge,
    mileage: readAmount('mileage', mileage) ?? toAmount(mileageValue, mileageUnit),
    marketValue: readAmount('marketValue', marketValue) ?? toAmount(marketValueValue, marketValueUnit),
  });
  return { ...same, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

/** Reads `{ mileageValue, mileageUnit }` as `{ value, unit }`. Anything else stays for the schema to check. */
function readAmount(name: string, amount: unknown): unknown {
  if (!isObject(amount)) return amount;
  const { [`${name}Value`]: value, [`${name}Unit`]: unit } = amount;
  return toAmount(value, unit) ?? amount;
}

function toAmount(value: unknown, unit: unknown): JsonObject | undefined {
  return value === undefined && unit === undefined ? undefined : { value, unit };
}
