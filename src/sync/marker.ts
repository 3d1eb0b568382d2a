import type { JsonObject } from '../spec/fields.ts';

/** Under which an operation's id travels in the caller's own data, to be found again when an answer was lost. */
export const MARKER = 'kerbside_operation_id';

interface WithData {
  additionalData?: JsonObject;
}

export function marked<T extends WithData>(input: T, operationId: string): T {
  return { ...input, additionalData: { ...input.additionalData, [MARKER]: operationId } };
}

export function markerOf({ additionalData }: WithData): unknown {
  return additionalData?.[MARKER];
}

export function isMarked(record: WithData, operationId: string): boolean {
  return markerOf(record) === operationId;
}

/** The record as its maker wrote it. */
export function unmarked<T extends WithData>(record: T): T {
  if (record.additionalData?.[MARKER] === undefined) return record;
  const { additionalData, ...rest } = record;
  const { [MARKER]: _marker, ...own } = additionalData ?? {};
  return (Object.keys(own).length > 0 ? { ...rest, additionalData: own } : rest) as T;
}
