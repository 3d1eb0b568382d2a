/**
 * Returns a value equal to `next` that reuses the objects and arrays of `previous` where they are equal. If all of it is
 * equal, returns `previous` itself.
 *
 * A read returns new objects each time. Without this, one changed record would look like a change of every record, and a
 * view would render all of them again.
 *
 * Both values are plain data: objects, arrays and primitives, without cycles. An object of a class is not compared.
 */
export function shareUnchanged<Data>(previous: unknown, next: Data): Data {
  if (Object.is(previous, next)) return next;
  if (Array.isArray(previous) && Array.isArray(next)) return shareArray(previous, next) as Data;
  if (isRecord(previous) && isRecord(next)) return shareRecord(previous, next) as Data;
  return next;
}

function shareArray(previous: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const shared = next.map((item, index) => shareUnchanged(previous[index], item));
  const isEqual =
    previous.length === next.length && shared.every((item, index) => Object.is(item, previous[index]));
  return isEqual ? previous : shared;
}

type PlainRecord = Readonly<Record<string, unknown>>;

function shareRecord(previous: PlainRecord, next: PlainRecord): PlainRecord {
  const keys = Object.keys(next);
  let isEqual = keys.length === Object.keys(previous).length;
  const shared: Record<string, unknown> = {};
  for (const key of keys) {
    const value = Object.hasOwn(previous, key) ? shareUnchanged(previous[key], next[key]) : next[key];
    isEqual &&= Object.hasOwn(previous, key) && Object.is(value, previous[key]);
    // Not an assignment: a key of the app's own data may be `__proto__`.
    Object.defineProperty(shared, key, { value, writable: true, enumerable: true, configurable: true });
  }
  return isEqual ? previous : shared;
}

function isRecord(value: unknown): value is PlainRecord {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
