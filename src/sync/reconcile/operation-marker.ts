import { isSmallJson, type JsonObject } from '../../domain/fields.ts';

/** The key in `additionalData` under which the operation id travels. It identifies a record after a lost response. */
export const MARKER = 'kerbside_operation_id';

interface WithData {
  additionalData?: JsonObject;
}

/**
 * Adds the operation marker to a create. If `additionalData` has no room for it, the input stays unmarked: a possible
 * duplicate is better than a rejected request.
 */
export function addMarker<T extends WithData>(input: T, operationId: string): T {
  const additionalData = { ...input.additionalData, [MARKER]: operationId };
  return isSmallJson(additionalData) ? { ...input, additionalData } : input;
}

export function readMarker({ additionalData }: WithData): unknown {
  return additionalData?.[MARKER];
}

export function hasMarker(record: WithData, operationId: string): boolean {
  return readMarker(record) === operationId;
}

/** Returns the record as the app created it. */
export function removeMarker<T extends WithData>(record: T): T {
  if (record.additionalData?.[MARKER] === undefined) return record;
  const { additionalData, ...rest } = record;
  const { [MARKER]: _marker, ...own } = additionalData ?? {};
  return (Object.keys(own).length > 0 ? { ...rest, additionalData: own } : rest) as T;
}
