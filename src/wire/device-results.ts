import * as v from 'valibot';
import { type Checked, check } from '../domain/check.ts';
import { PART_TYPES } from '../domain/enums.ts';
import { entriesOf, id, type JsonObject } from '../domain/fields.ts';
import type { DeviceResults } from '../domain/outbox/device-results.ts';
import { DEVICE_RESULTS_KEY } from '../domain/records/inspection.ts';
import {
  customSeveritySchema,
  damageSchema,
  detectionLimitSchema,
  partOperationSchema,
  repairEstimateSchema,
  viewSchema,
} from '../domain/records/record-schemas.ts';
import { isKerbsideError } from '../errors.ts';
import { DEVICE_RESULTS_VERSION } from './device-results-body.ts';
import { isObject, responseFromWire } from './key-case.ts';
import { fieldWithDefault, lenient, lenientEntries, optionalField } from './lenient.ts';
import { fromWireWheelAnalysis, wireDocument, wireWheelAnalysis } from './results.ts';

const ids = fieldWithDefault(v.array(id), []);
const partType = v.picklist(PART_TYPES);
const list = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  fieldWithDefault(v.array(v.object(entries)), []);

const damage = lenientEntries(entriesOf(damageSchema));
const view = lenientEntries(entriesOf(viewSchema));
const customSeverity = lenient(customSeveritySchema);

const deviceResults = v.object({
  version: v.literal(DEVICE_RESULTS_VERSION),
  imageOrder: ids,
  detectionLimits: list({ imageId: id, ...lenientEntries(entriesOf(detectionLimitSchema)) }),
  damages: list({
    id,
    partOrigin: damage.partOrigin,
    createdBy: damage.createdBy,
    confidence: damage.confidence,
    correctedFrom: damage.correctedFrom,
    confirmedAt: damage.confirmedAt,
  }),
  views: list({ id, createdBy: view.createdBy, confidence: view.confidence }),
  partViews: list({ partType, imageId: id, boundingBox: view.boundingBox, createdBy: view.createdBy }),
  severities: list({ label: partType, createdBy: damage.createdBy, value: customSeverity, damageIds: ids }),
  userSeverities: list({ id, value: customSeverity }),
  estimate: optionalField(
    v.object({
      total: lenient(repairEstimateSchema),
      operations: list({ partType, operation: lenient(partOperationSchema) }),
    }),
  ),
  wheelAnalysis: fieldWithDefault(v.array(wireWheelAnalysis), []),
  documents: fieldWithDefault(v.array(wireDocument), []),
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
