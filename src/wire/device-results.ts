import * as v from 'valibot';
import { type Checked, check } from '../domain/check.ts';
import { PART_TYPES } from '../domain/enums.ts';
import { id, type JsonObject } from '../domain/fields.ts';
import { DEVICE_RESULTS_KEY, type DeviceResults } from '../domain/outbox/device-results.ts';
import { isKerbsideError } from '../errors.ts';
import { wireOrigin } from './damage.ts';
import { confidence, createdBy, fieldWithDefault, optionalField } from './decode-response.ts';
import { DEVICE_RESULTS_VERSION } from './device-results-body.ts';
import { wireDocument } from './document.ts';
import { isObject, responseFromWire } from './key-case.ts';
import { partOperation, repairEstimate } from './repair-estimate.ts';
import { wireCustomSeverity } from './severity.ts';
import { wireBoundingBox } from './view.ts';
import { fromWireWheelAnalysis, wireWheelAnalysis } from './wheel-analysis.ts';

const ids = fieldWithDefault(v.array(id), []);
const list = <S extends v.GenericSchema>(schema: S) => fieldWithDefault(v.array(schema), []);

const deviceResults = v.object({
  version: v.literal(DEVICE_RESULTS_VERSION),
  imageOrder: ids,
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
