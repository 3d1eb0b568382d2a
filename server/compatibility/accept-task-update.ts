import { isObject } from '../../src/wire/key-case.ts';
import { type Accepted, splitUnlessObject } from './kept-fields.ts';

/** Accepts arguments without a status, which edit a task that has not started, and arguments that are not an object. */
export function acceptTaskUpdate(body: unknown): Accepted {
  if (!isObject(body)) return { body, kept: {} };
  const { picked, rest } = splitUnlessObject(body, 'arguments');
  const isEdit = body.arguments !== undefined && rest.status === undefined;
  return { body: isEdit ? { ...rest, status: 'NOT_STARTED' } : rest, kept: picked };
}
