import * as v from 'valibot';
import { type Checked, check } from '../domain/check.ts';
import { id } from '../domain/fields.ts';
import type { CreatedBy } from '../domain/records/created-by.ts';
import { isKerbsideError, KerbsideError } from '../errors.ts';
import { responseFromWire } from './key-case.ts';

/**
 * Reads a response of any service that implements the specification. Unknown fields are ignored, `null` means absent,
 * and fields that this library adds to the wire format have defaults.
 *
 * @param what - What is read, for the error message.
 * @throws `remote_invalid` if the JSON does not match the schema.
 */
export function decodeResponse<S extends v.GenericSchema>(
  schema: S,
  json: unknown,
  what: string,
): Checked<S> {
  try {
    return check(schema, responseFromWire(json), what);
  } catch (error) {
    // JSON nested 1000 levels deep exhausts the stack with a RangeError.
    if (!isKerbsideError(error, 'invalid_input') && !(error instanceof RangeError)) throw error;
    throw new KerbsideError(
      'remote_invalid',
      `The response does not match the wire format: ${error.message}`,
      {
        details: isKerbsideError(error) ? error.details : {},
        cause: error,
        retryable: true,
      },
    );
  }
}

/** Creates a schema of a child record, which is sent in full or as its id. */
export const recordOrId = <S extends v.GenericSchema>(schema: S) => v.union([id, schema]);

/** Some services send the id of a user instead of `user`. Those records count as created by a user. */
export function attributeToUser<T extends { createdBy: CreatedBy }>(
  record: T,
  userIds: readonly string[],
): T {
  const { createdBy: by } = record;
  return by !== 'user' && userIds.includes(by.model) ? { ...record, createdBy: 'user' } : record;
}

export const wireId = v.object({ id });

/** Reads the response of creates, updates and deletes. */
export function fromWireId(json: unknown): { id: string } {
  return decodeResponse(wireId, json, 'response');
}

/** Returns the children that were sent in full, and the ids of all of them. */
export function splitChildren<T extends { id: string }>(
  children: readonly (string | T)[],
): {
  records: T[];
  ids: string[];
} {
  return {
    records: children.filter((child): child is T => typeof child !== 'string'),
    ids: children.map((child) => (typeof child === 'string' ? child : child.id)),
  };
}
