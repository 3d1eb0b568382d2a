import * as v from 'valibot';
import { type Checked, check } from '../domain/check.ts';
import type { Document } from '../domain/document.ts';
import { PART_TYPES } from '../domain/enums.ts';
import { id, isSmallJson, type JsonObject } from '../domain/fields.ts';
import { LIMITS } from '../domain/limits.ts';
import { DEVICE_RESULTS_KEY, type DeviceResults } from '../domain/outbox/device-results.ts';
import { isKerbsideError } from '../errors.ts';
import { wireOrigin } from './damage.ts';
import { confidence, createdBy, fieldWithDefault, optionalField } from './decode-response.ts';
import { wireDocument } from './document.ts';
import { isObject, responseFromWire, responseToWire } from './key-case.ts';
import { partOperation, repairEstimate } from './repair-estimate.ts';
import { wireCustomSeverity } from './severity.ts';
import { wireBoundingBox } from './view.ts';
import { fromWireWheelAnalysis, wireWheelAnalysis } from './wheel-analysis.ts';

const VERSION = 1;

/**
 * Converts results to additional data. They are at most `LIMITS.jsonBytes`: if they are larger, the recognized text lines
 * are left out first, then documents, wheels, views and the evidence of damages. `left_out` names what is missing.
 */
export function toWireDeviceResults(results: DeviceResults): JsonObject {
  const smaller: [string, (from: DeviceResults) => DeviceResults][] = [
    ['lines', (from) => ({ ...from, documents: from.documents.map(withoutLines) })],
    ['documents', (from) => ({ ...from, documents: [] })],
    ['wheel_analysis', (from) => ({ ...from, wheelAnalysis: [] })],
    ['part_views', (from) => ({ ...from, partViews: [] })],
    ['views', (from) => ({ ...from, views: [] })],
    ['damages', (from) => ({ ...from, damages: [] })],
  ];
  let rest = results;
  const leftOut: string[] = [];
  for (const [name, reduce] of smaller) {
    const data = encode(rest, leftOut);
    if (isSmallJson(data, LIMITS.deviceResultsBytes)) return data;
    rest = reduce(rest);
    leftOut.push(name);
  }
  const data = encode(rest, leftOut);
  return isSmallJson(data, LIMITS.deviceResultsBytes)
    ? data
    : { version: VERSION, left_out: [...leftOut, 'severities', 'estimate'] };
}

function encode(results: DeviceResults, leftOut: readonly string[]): JsonObject {
  return responseToWire({
    version: VERSION,
    ...results,
    ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
  });
}

function withoutLines({ content, ...document }: Document): Document {
  const { lines: _lines, ...rest } = content;
  return { ...document, content: rest };
}

const ids = fieldWithDefault(v.array(id), []);
const list = <S extends v.GenericSchema>(schema: S) => fieldWithDefault(v.array(schema), []);

const deviceResults = v.object({
  version: v.literal(VERSION),
  damages: list(
    v.object({
      id,
      createdBy,
      confidence,
      correctedFrom: v.fallback(optionalField(wireOrigin), undefined),
      confirmedAt: optionalField(v.string()),
    }),
  ),
  views: list(v.object({ id, createdBy, confidence })),
  partViews: list(
    v.object({ partType: v.picklist(PART_TYPES), imageId: id, boundingBox: wireBoundingBox, createdBy }),
  ),
  severities: list(
    v.object({ label: v.picklist(PART_TYPES), createdBy, value: wireCustomSeverity, damageIds: ids }),
  ),
  userSeverities: list(v.object({ id, value: wireCustomSeverity })),
  estimate: optionalField(
    v.object({
      total: repairEstimate,
      operations: list(v.object({ partType: v.picklist(PART_TYPES), operation: partOperation })),
    }),
  ),
  wheelAnalysis: list(wireWheelAnalysis),
  documents: list(wireDocument),
});

/**
 * Reads the results of a device from an inspection's additional data. Any client may write under the key: what does not
 * match is ignored as a whole.
 *
 * @returns undefined if there are none.
 */
export function readDeviceResults(additionalData: JsonObject | undefined): DeviceResults | undefined {
  const value = additionalData?.[DEVICE_RESULTS_KEY];
  if (!isObject(value)) return undefined;
  const results = decode(value);
  if (!results) return undefined;
  const { version: _version, wheelAnalysis, ...rest } = results;
  return { ...rest, wheelAnalysis: wheelAnalysis.map(fromWireWheelAnalysis) };
}

function decode(value: JsonObject): Checked<typeof deviceResults> | undefined {
  try {
    return check(deviceResults, responseFromWire(value), DEVICE_RESULTS_KEY);
  } catch (error) {
    if (isKerbsideError(error, 'invalid_input')) return undefined;
    throw error;
  }
}
