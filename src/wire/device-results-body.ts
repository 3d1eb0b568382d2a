import { isSmallJson, type JsonObject } from '../domain/fields.ts';
import { LIMITS } from '../domain/limits.ts';
import type { DeviceResults, PhotoDetectionLimit } from '../domain/outbox/device-results.ts';
import type { Document } from '../domain/records/document.ts';
import { responseToWire } from './key-case.ts';

export const DEVICE_RESULTS_VERSION = 1;

/**
 * Converts results to additional data. If they are larger than `LIMITS.deviceResultsBytes`, the recognized text lines are
 * left out first, then the detection limits of parts, the order of photos, documents, wheels, views, the evidence of damages
 * and the other detection limits. `left_out` names what is missing.
 */
export function toWireDeviceResults(results: DeviceResults): JsonObject {
  const smaller: [string, (from: DeviceResults) => DeviceResults][] = [
    ['lines', (from) => ({ ...from, documents: from.documents.map(withoutLines) })],
    ['part_limits', (from) => ({ ...from, detectionLimits: from.detectionLimits.map(withoutParts) })],
    ['image_order', (from) => ({ ...from, imageOrder: [] })],
    ['documents', (from) => ({ ...from, documents: [] })],
    ['wheel_analysis', (from) => ({ ...from, wheelAnalysis: [] })],
    ['part_views', (from) => ({ ...from, partViews: [] })],
    ['views', (from) => ({ ...from, views: [] })],
    ['damages', (from) => ({ ...from, damages: [] })],
    ['detection_limits', (from) => ({ ...from, detectionLimits: [] })],
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
    : { version: DEVICE_RESULTS_VERSION, left_out: [...leftOut, 'severities', 'estimate'] };
}

function encode(results: DeviceResults, leftOut: readonly string[]): JsonObject {
  return responseToWire({
    version: DEVICE_RESULTS_VERSION,
    ...results,
    ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
  });
}

function withoutParts({ limits, ...limit }: PhotoDetectionLimit): PhotoDetectionLimit {
  return { ...limit, limits: limits.filter(({ partType }) => partType === undefined) };
}

function withoutLines({ content, ...document }: Document): Document {
  const { lines: _lines, ...rest } = content;
  return { ...document, content: rest };
}
