import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import { entriesOf, id } from '../domain/fields.ts';
import { documentSchema, severitySchema, wheelSchema } from '../domain/records/record-schemas.ts';
import type { WheelAnalysis } from '../domain/records/wheel-analysis.ts';
import { fieldWithDefault, lenient, lenientEntries, optionalField } from './lenient.ts';

/** A service may send the level 0, which means no level. */
export const wireSeverity = lenient(severitySchema);

export const wireWheelAnalysis = v.object({
  ...lenientEntries(entriesOf(wheelSchema)),
  id: optionalField(id),
});

/** The wire format has no wheel id. Image and wheel name make a unique one. */
export function fromWireWheelAnalysis(wheel: Checked<typeof wireWheelAnalysis>): WheelAnalysis {
  return { ...wheel, id: wheel.id ?? `${wheel.imageId}:${wheel.wheelName ?? 'wheel'}` };
}

export const wireDocument = v.object({
  ...lenientEntries(entriesOf(documentSchema)),
  imageId: fieldWithDefault(v.string(), ''),
});
