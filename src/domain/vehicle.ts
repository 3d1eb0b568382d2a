import * as v from 'valibot';
import { MARKET_VALUE_UNITS, type MarketValueUnit, MILEAGE_UNITS, type MileageUnit } from './enums.ts';
import { object, quantity, text } from './fields.ts';
import type { RepairEstimate } from './repair-estimate.ts';

/** A distance with its unit. */
export interface Mileage {
  value: number;
  unit: MileageUnit;
}

/** A price with its currency. */
export interface MarketValue {
  value: number;
  unit: MarketValueUnit;
}

/** The fields of a vehicle that a user can enter. Texts have at most 256 characters. */
export interface VehicleInput {
  brand?: string;
  model?: string;
  /** The license plate, as printed. */
  plate?: string;
  vehicleType?: string;
  series?: string;
  vehicleStyle?: string;
  vehicleAge?: string;
  /** The vehicle identification number. Its check digit is not verified. */
  vin?: string;
  color?: string;
  exteriorCleanliness?: string;
  interiorCleanliness?: string;
  /** The date of the first registration. */
  dateOfCirculation?: string;
  mileage?: Mileage;
  marketValue?: MarketValue;
}

/** The vehicle of an inspection. */
export interface Vehicle extends VehicleInput {
  id: string;
  /** The costs of all parts. Present once the task `repair_estimate` is done. */
  repairEstimate?: RepairEstimate;
}

export const mileageSchema = quantity(v.picklist(MILEAGE_UNITS));
export const marketValueSchema = quantity(v.picklist(MARKET_VALUE_UNITS));

export const vehicleSchema = object({
  brand: v.optional(text()),
  model: v.optional(text()),
  plate: v.optional(text()),
  vehicleType: v.optional(text()),
  series: v.optional(text()),
  vehicleStyle: v.optional(text()),
  vehicleAge: v.optional(text()),
  vin: v.optional(text()),
  color: v.optional(text()),
  exteriorCleanliness: v.optional(text()),
  interiorCleanliness: v.optional(text()),
  dateOfCirculation: v.optional(text()),
  mileage: v.optional(mileageSchema),
  marketValue: v.optional(marketValueSchema),
});
