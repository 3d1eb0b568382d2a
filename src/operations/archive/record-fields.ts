import * as v from 'valibot';
import { object, text } from '../../domain/fields.ts';

/** Schemas of the field types that the records of an export share. */

/** ISO 8601. Services write it with and without a time zone. */
export const time = v.pipe(
  text(64),
  v.check((value) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)), 'an ISO 8601 time'),
);

export const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'a SHA-256 in lower-case hex'));

export const modelOrigin = object({ model: text(), version: text(), engine: text() });

export const createdBy = v.union([v.literal('user'), modelOrigin]);
