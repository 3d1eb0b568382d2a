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
import { answerToWire } from './case.ts';
import { createdBy, maybe, oneOf, or } from './read-response.ts';
import { wireBoundingBox } from './view.ts';

export function toWireWheelAnalysis(wheel: WheelAnalysis): JsonObject {
  return answerToWire(wheel);
}

const predicted = <const Labels extends readonly [...string[], 'UNKNOWN', 'NOT_APPLICABLE']>(
  labels: Labels,
) =>
  or(v.object({ prediction: oneOf(labels, 'UNKNOWN'), confidence: or(finite, 0) }), {
    prediction: 'UNKNOWN',
    confidence: 0,
  });

export const wireWheelAnalysis = v.object({
  id: maybe(id),
  wheelName: v.fallback(maybe(v.picklist(WHEEL_NAMES)), undefined),
  imageId: id,
  boundingBox: v.fallback(maybe(wireBoundingBox), undefined),
  rimCondition: predicted(WHEEL_CONDITIONS),
  rimMaterial: predicted(RIM_MATERIALS),
  rimVisualAspect: predicted(WHEEL_ASPECTS),
  hubcapOverRim: predicted(HUBCAP_OVER_RIM),
  hubcapCondition: predicted(WHEEL_CONDITIONS),
  hubcapVisualAspect: predicted(WHEEL_ASPECTS),
  createdBy,
});

/** The wire gives a wheel no id: one image shows each wheel once. */
export function fromWireWheelAnalysis(wheel: Checked<typeof wireWheelAnalysis>): WheelAnalysis {
  return { ...wheel, id: wheel.id ?? `${wheel.imageId}:${wheel.wheelName ?? 'wheel'}` };
}
