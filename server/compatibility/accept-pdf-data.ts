import type { JsonObject } from '../../src/domain/fields.ts';
import type { InspectionState } from '../../src/rules/state.ts';
import { isObject, requestFromWire } from '../../src/wire/key-case.ts';
import { splitOtherUnits } from './accept-vehicle.ts';
import type { Accepted } from './kept-fields.ts';

/** Accepts data for the report with amounts in any unit. */
export function acceptPdfData(body: unknown): Accepted {
  if (!isObject(body)) return { body, kept: {} };
  const { picked, rest } = splitOtherUnits(body, 'pdf_data');
  return { body: rest, kept: picked };
}

/** Adds kept data to the inspection's own: `pdf_data` can hold any JSON. */
export function addPdfAmounts(state: InspectionState, kept: JsonObject): InspectionState {
  if (Object.keys(kept).length === 0) return state;
  const { inspection } = state;
  const { pdf_data } = inspection.additionalData ?? {};
  const merged = { ...(isObject(pdf_data) ? pdf_data : {}), ...(requestFromWire(kept) as JsonObject) };
  return {
    ...state,
    inspection: { ...inspection, additionalData: { ...inspection.additionalData, pdf_data: merged } },
  };
}
