import * as v from 'valibot';
import type { Checked } from './check.ts';
import { MARKET_VALUE_UNITS, MILEAGE_UNITS } from './enums.ts';
import { object, quantity, text } from './fields.ts';
import type { RepairEstimate } from './repair-estimate.ts';

export const mileage = quantity(v.picklist(MILEAGE_UNITS));
export const marketValue = quantity(v.picklist(MARKET_VALUE_UNITS));

export const vehicleInput = object({
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
  mileage: v.optional(mileage),
  marketValue: v.optional(marketValue),
});
export type VehicleInput = Checked<typeof vehicleInput>;

export interface Vehicle extends VehicleInput {
  id: string;
  /** The sum over all parts, once `repair_estimate` is done. */
  repairEstimate?: RepairEstimate;
}
