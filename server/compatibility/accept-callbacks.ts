import { CALLBACK_EVENTS } from '../../src/domain/enums.ts';
import type { JsonObject } from '../../src/domain/fields.ts';
import { isObject } from '../../src/wire/key-case.ts';

/**
 * Returns callbacks in the form of the specification, with one event each. Other clients name several events or none,
 * which means all; they call the field `event` too; and the values of headers may be numbers.
 */
export function acceptCallbacks(callbacks: unknown): unknown {
  if (!Array.isArray(callbacks)) return callbacks;
  return callbacks.flatMap((callback: unknown) =>
    isObject(callback) ? acceptCallback(callback) : [callback],
  );
}

function acceptCallback({ event, callback_event, callbackEvent, ...callback }: JsonObject): JsonObject[] {
  const given = callback_event ?? callbackEvent ?? event ?? CALLBACK_EVENTS;
  const { headers = {} } = callback;
  return (Array.isArray(given) ? given : [given]).map((one) => ({
    ...callback,
    headers: isObject(headers) ? toTexts(headers) : headers,
    callback_event: one,
  }));
}

function toTexts(headers: JsonObject): JsonObject {
  const toText = (value: unknown) => (['number', 'boolean'].includes(typeof value) ? String(value) : value);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toText(value)]));
}
