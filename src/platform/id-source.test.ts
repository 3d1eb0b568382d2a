import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createIdSource, toContentId } from './id-source.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const sourceAt = (now: () => number, bytes = randomBytes) => createIdSource({ now, randomBytes: bytes });

describe('createIdSource', () => {
  test('creates UUIDs of version 7 that contain the time', () => {
    const time = Date.UTC(2026, 5, 1, 12, 34, 56, 789);
    const id = sourceAt(() => time).next();
    expect(id).toMatch(UUID_V7);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(time);
  });

  test('increases even if the clock jumps', () => {
    const clock = fc.array(fc.integer({ min: -5, max: 2 ** 47 }), { minLength: 2, maxLength: 200 });
    fc.assert(
      fc.property(clock, (times) => {
        let tick = 0;
        const source = sourceAt(() => times[tick] ?? 0);
        const ids = times.map((_time, index) => {
          tick = index;
          return source.next();
        });
        for (const id of ids) expect(id).toMatch(UUID_V7);
        expect(ids.toSorted()).toEqual(ids);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  test('increases within one millisecond, for 10,000 ids and any random bytes', () => {
    for (const bytes of [
      randomBytes,
      (n: number) => new Uint8Array(n),
      (n: number) => new Uint8Array(n).fill(255),
    ]) {
      const source = sourceAt(() => 1_700_000_000_000, bytes);
      const ids = Array.from({ length: 10_000 }, () => source.next());
      expect(ids.toSorted()).toEqual(ids);
      expect(new Set(ids).size).toBe(10_000);
    }
  });

  test('creates ids that sort after an observed one, from another device or a wrong clock', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 46 }),
        fc.integer({ min: 0, max: 2 ** 46 }),
        (ours, theirs) => {
          const source = sourceAt(() => ours);
          source.next();
          const observed = sourceAt(() => theirs).next();
          source.observe(observed);
          const next = source.next();
          expect(next).toMatch(UUID_V7);
          expect(next > observed).toBe(true);
        },
      ),
    );
  });

  test.each([
    '',
    'not-a-uuid',
    '0190d5b0-3f1e-4000-8000-000000000000',
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
  ])('ignores the observed id %j', (invalid) => {
    const time = 1_700_000_000_000;
    const source = sourceAt(() => time);
    source.observe(invalid);
    expect(
      source.next().startsWith(
        sourceAt(() => time)
          .next()
          .slice(0, 13),
      ),
    ).toBe(true);
  });
});

test('toContentId returns the same UUID for the same time and hash, and another for another hash', () => {
  const id = toContentId(1_700_000_000_000, 'f'.repeat(64));
  expect(id).toMatch(UUID_V7);
  expect(toContentId(1_700_000_000_000, 'f'.repeat(64))).toBe(id);
  expect(toContentId(1_700_000_000_000, `0${'f'.repeat(63)}`)).not.toBe(id);
  expect(toContentId(1_700_000_000_001, '0'.repeat(64)) > id).toBe(true);
});
