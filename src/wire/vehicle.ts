import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { MARKET_VALUE_UNITS, MILEAGE_UNITS } from '../domain/enums.ts';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import type { Vehicle, VehicleInput } from '../domain/vehicle.ts';
import { answerToWire, isObject, requestFromWire, requestToWire } from './case.ts';
import { looseText, maybe } from './read-response.ts';
import { wireRepairEstimate } from './repair-estimate.ts';

/** `series` is `serie` on the wire; amounts go out as `{value, unit}` and come back as two fields. */
export function toWireVehicleInput({ series, ...input }: VehicleInput): JsonObject {
  return requestToWire({ ...input, serie: series });
}

/** Takes both spellings of series and age, and both forms of an amount. */
export function fromWireVehicleInput(body: unknown): unknown {
  const fields = requestFromWire(body);
  return isObject(fields) ? inOurForm(fields) : fields;
}

export function toWireVehicle({ series, mileage, marketValue, ...vehicle }: Vehicle): JsonObject {
  return answerToWire({
    ...vehicle,
    serie: series,
    mileageValue: mileage?.value,
    mileageUnit: mileage?.unit,
    marketValueValue: marketValue?.value,
    marketValueUnit: marketValue?.unit,
  });
}

const text = maybe(looseText);
/** Without a unit that is known, an amount says nothing. */
const amount = <const Units extends readonly string[]>(units: Units) =>
  v.fallback(maybe(v.object({ value: finite, unit: v.picklist(units) })), undefined);

const fields = v.object({
  id: maybe(id),
  brand: text,
  model: text,
  plate: text,
  vehicleType: text,
  series: text,
  vehicleStyle: text,
  vehicleAge: text,
  vin: text,
  color: text,
  exteriorCleanliness: text,
  interiorCleanliness: text,
  dateOfCirculation: text,
  mileage: amount(MILEAGE_UNITS),
  marketValue: amount(MARKET_VALUE_UNITS),
  repairEstimate: wireRepairEstimate,
});

export const wireVehicle = v.pipe(
  v.custom<JsonObject>(isObject, 'an object'),
  v.transform(inOurForm),
  fields,
);

/** A vehicle has one inspection; where the service gives it no id of its own, that tells them apart. */
export function fromWireVehicle(vehicle: Checked<typeof wireVehicle>, inspectionId: string): Vehicle {
  return { ...vehicle, id: vehicle.id ?? `${inspectionId}:vehicle` };
}

function inOurForm(vehicle: JsonObject): JsonObject {
  const {
    serie,
    vehiculeAge,
    mileageValue,
    mileageUnit,
    marketValueValue,
    marketValueUnit,
    series = serie,
    vehicleAge = vehiculeAge,
    mileage = pair(mileageValue, mileageUnit),
    marketValue = pair(marketValueValue, marketValueUnit),
    ...same
  } = vehicle;
  const given = Object.entries({ series, vehicleAge, mileage, marketValue });
  return { ...same, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

function pair(value: unknown, unit: unknown): JsonObject | undefined {
  return value === undefined && unit === undefined ? undefined : { value, unit };
}
