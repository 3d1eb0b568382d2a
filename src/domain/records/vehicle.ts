import * as v from 'valibot';
import { MARKET_VALUE_UNITS, type MarketValueUnit, MILEAGE_UNITS, type MileageUnit } from '../enums.ts';
import { notNegative, object, text } from '../fields.ts';
import type { RepairEstimate } from './repair-estimate.ts';

/** A distance with its unit. */
export interface Mileage {
  /** The distance. */
  value: number;
  /** Kilometers or miles. */
  unit: MileageUnit;
}

/** A price with its currency. */
export interface MarketValue {
  /** The amount in major units: euros, not cents. */
  value: number;
  /** The currency. */
  unit: MarketValueUnit;
}

/** The fields of a vehicle that a user can enter. Texts have at most 256 characters. */
export interface VehicleInput {
  /** The manufacturer: Renault. */
  brand?: string;
  /** The model: Zoé. */
  model?: string;
  /** The license plate, as printed. */
  plate?: string;
  /** The body type: hatchback. Price tables choose the vehicle class by it. */
  vehicleType?: string;
  /** The series of the model: II. */
  series?: string;
  /** The style: five doors. */
  vehicleStyle?: string;
  /** The age, as text. */
  vehicleAge?: string;
  /** The vehicle identification number. Its check digit is not verified. */
  vin?: string;
  /** The color, as text. */
  color?: string;
  /** How clean the outside is, as text. */
  exteriorCleanliness?: string;
  /** How clean the inside is, as text. */
  interiorCleanliness?: string;
  /** The date of the first registration. */
  dateOfCirculation?: string;
  /** The odometer reading. */
  mileage?: Mileage;
  /** The market value. */
  marketValue?: MarketValue;
}

/** The vehicle of an inspection. */
export interface Vehicle extends VehicleInput {
  /** The vehicle's id. */
  id: string;
  /** The costs of all parts. Present once the task `repair_estimate` is done. */
  repairEstimate?: RepairEstimate;
}

/** The fields of a vehicle. Input has other limits than records, which contain results of the service. */
export const vehicleFields = <
  const Text extends v.GenericSchema<string>,
  const Value extends v.GenericSchema<number>,
>(
  text: Text,
  value: Value,
) => ({
  brand: v.optional(text),
  model: v.optional(text),
  plate: v.optional(text),
  vehicleType: v.optional(text),
  series: v.optional(text),
  vehicleStyle: v.optional(text),
  vehicleAge: v.optional(text),
  vin: v.optional(text),
  color: v.optional(text),
  exteriorCleanliness: v.optional(text),
  interiorCleanliness: v.optional(text),
  dateOfCirculation: v.optional(text),
  mileage: v.optional(object({ value, unit: v.picklist(MILEAGE_UNITS) })),
  marketValue: v.optional(object({ value, unit: v.picklist(MARKET_VALUE_UNITS) })),
});

export const vehicleSchema = object(vehicleFields(text(), notNegative));
