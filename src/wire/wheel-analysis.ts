import * as v from 'valibot';
import type { Checked } from '../domain/check.ts';
import {
  HUBCAP_OVER_RIM,
  RIM_MATERIALS,
  WHEEL_ASPECTS,
  WHEEL_CONDITIONS,
  WHEEL_NAMES,
} from '../domain/enums.ts';
import { finite, id, type JsonObject } from '../domain/fields.ts';
import type { WheelAnalysis } from '../domain/wheel-analysis.ts';
import { createdBy, enumWithFallback, fieldWithDefault, optionalField } from './decode-response.ts';
import { responseToWire } from './key-case.ts';
import { wireBoundingBox } from './view.ts';

export function toWireWheelAnalysis(wheel: WheelAnalysis): JsonObject {
  return responseToWire(wheel);
}

const predicted = <const Labels extends readonly [...string[], 'UNKNOWN', 'NOT_APPLICABLE']>(
  labels: Labels,
) =>
  fieldWithDefault(
    v.object({ prediction: enumWithFallback(labels, 'UNKNOWN'), confidence: fieldWithDefault(finite, 0) }),
    {
      prediction: 'UNKNOWN',
      confidence: 0,
    },
  );

export const wireWheelAnalysis = v.object({
  id: optionalField(id),
  wheelName: v.fallback(optionalField(v.picklist(WHEEL_NAMES)), undefined),
  imageId: id,
  boundingBox: v.fallback(optionalField(wireBoundingBox), undefined),
  rimCondition: predicted(WHEEL_CONDITIONS),
  rimMaterial: predicted(RIM_MATERIALS),
  rimVisualAspect: predicted(WHEEL_ASPECTS),
  hubcapOverRim: predicted(HUBCAP_OVER_RIM),
  hubcapCondition: predicted(WHEEL_CONDITIONS),
  hubcapVisualAspect: predicted(WHEEL_ASPECTS),
  createdBy,
});

/** The wire format has no wheel id. Image and wheel name make a unique one. */
export function fromWireWheelAnalysis(wheel: Checked<typeof wireWheelAnalysis>): WheelAnalysis {
  return { ...wheel, id: wheel.id ?? `${wheel.imageId}:${wheel.wheelName ?? 'wheel'}` };
}
