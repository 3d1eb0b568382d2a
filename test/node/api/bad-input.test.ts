import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../src/errors.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import { type BadInputCase, cases } from '../support/bad-input-cases.ts';
import { dumpStore } from '../support/dump-store.ts';
import { type FullInspection, openWithFullInspection } from '../support/full-inspection.ts';
import { smallPhoto } from '../support/photos.ts';
import { call, untyped } from '../support/untyped.ts';

const PHOTO_LIMIT = 20_000;

describe('bad input is rejected with the reason, and nothing is written', () => {
  let place: FullInspection;
  let photo: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    photo = await smallPhoto();
    place = await openWithFullInspection({
      limits: { photoBytes: PHOTO_LIMIT },
      platform: { fetch: noNetwork },
    });
  });
  afterAll(() => place.kerbside.close());

  test.each(cases.map((one): [string, BadInputCase] => [`${one.operation}: ${one.what} → ${one.code}`, one]))(
    '%s',
    async (_title, { operation, input, code, names }) => {
      const before = await dumpStore(place.store);
      const error = await rejection(call(untyped(place.kerbside), operation, input({ ...place, photo })));
      expect(error).toMatchObject({ code, name: 'KerbsideError' });
      expect([...Object.values(error.details), error.message].join('\n')).toContain(names);
      if (NAMES_A_FIELD.includes(code)) {
        expect(error.details.path ?? error.details.reason).toBe(names);
      }
      if (code === 'invalid_input') expect(error.message).toContain(names);
      expect(error.message).toMatch(/^\w.*\.$/s); // a sentence
      expect(() => structuredClone(error.details)).not.toThrow();
      expect(await dumpStore(place.store)).toEqual(before);
    },
  );

  // Proves spec 7.1, fault F24.
  test('the table has at least 70 distinct rows', () => {
    expect(cases.length).toBeGreaterThanOrEqual(70);
    expect(new Set(cases.map(({ operation, what }) => operation + what)).size).toBe(cases.length);
  });
});

const NAMES_A_FIELD: ErrorCode[] = ['invalid_input', 'photo_invalid'];

async function noNetwork(): Promise<Response> {
  throw new TypeError('fetch failed');
}
