import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareUnchanged } from './share-unchanged.ts';

/** A copy without shared objects, as a read of the database returns it. */
const readAgain = <T>(value: T): T => structuredClone(value);

const json = fc.jsonValue({ maxDepth: 4 });

describe('shareUnchanged', () => {
  it('returns what was read, whatever there was before', () => {
    fc.assert(
      fc.property(json, json, (previous, next) => {
        expect(shareUnchanged(previous, next)).toEqual(next);
      }),
    );
  });

  it('returns the previous object if nothing changed', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(shareUnchanged(value, readAgain(value))).toBe(value);
      }),
    );
  });

  it('keeps every record of a map except the changed one', () => {
    const records = fc.dictionary(fc.uuid(), fc.record({ a: json, b: json }), { minKeys: 2 });
    fc.assert(
      fc.property(records, fc.nat(), json, (previous, pick, value) => {
        const next = readAgain(previous);
        const changed = Object.keys(next)[pick % Object.keys(next).length] ?? '';
        next[changed] = { a: value, b: ['changed', value] };
        const shared = shareUnchanged(previous, next);
        for (const id of Object.keys(previous)) if (id !== changed) expect(shared[id]).toBe(previous[id]);
        expect(shared[changed]).toEqual(next[changed]);
      }),
    );
  });

  it('changes neither of its arguments', () => {
    fc.assert(
      fc.property(json, json, (previous, next) => {
        const [before, read] = [readAgain(previous), readAgain(next)];
        shareUnchanged(previous, next);
        expect([previous, next]).toEqual([before, read]);
      }),
    );
  });

  it('notices a key that was removed, and one whose value is undefined', () => {
    const previous = { a: 1, b: undefined };
    expect(Object.keys(shareUnchanged<object>(previous, { a: 1 }))).toEqual(['a']);
    expect(Object.keys(shareUnchanged<object>({ a: 1 }, { a: 1, b: undefined }))).toEqual(['a', 'b']);
  });

  it('returns objects of classes as they were read', () => {
    const next = new Map([['a', 2]]);
    expect(shareUnchanged(new Map([['a', 1]]), next)).toBe(next);
  });
});
