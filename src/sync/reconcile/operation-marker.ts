import { isSmallJson, type JsonObject } from '../../domain/fields.ts';

/** Under which an operation's id travels in the caller's own data, to be found again when an answer was lost. */
export const MARKER = 'kerbside_operation_id';

interface WithData {
  additionalData?: JsonObject;
}

/** Without the mark where there is no room for it: what a service refuses is worse than what it may have twice. */
export function marked<T extends WithData>(input: T, operationId: string): T {
  const additionalData = { ...input.additionalData, [MARKER]: operationId };
  return isSmallJson(additionalData) ? { ...input, additionalData } : input;
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
