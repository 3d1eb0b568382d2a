import { expect, test } from 'vitest';
import { stampConfirmations } from './stamp-confirmations.ts';

const context = { user: { id: 'ada' }, now: '2026-05-02T00:00:00.000Z' };
const byBob = {
  viewpoint: 'left',
  photos: [{ imageId: 'i', sha256: 'abc' }],
  confirmedBy: { id: 'bob', name: 'Bob' },
  confirmedAt: '2026-05-01T00:00:00.000Z',
};
const stamp = (given: unknown, stored: unknown[] = []) =>
  stampConfirmations({ kerbside_confirmations: given }, { kerbside_confirmations: stored }, context)
    .kerbside_confirmations;

test('a new confirmation is by the user of the token, whoever it names', () => {
  expect(stamp([byBob])).toEqual([{ ...byBob, confirmedBy: { id: 'ada' } }]);
});

test('the user’s own confirmation keeps its name and its time', () => {
  const own = { ...byBob, confirmedBy: { id: 'ada', name: 'Ada' } };
  expect(stamp([own])).toEqual([own]);
});

test('one without a time gets that of the service', () => {
  expect(stamp([{ ...byBob, confirmedBy: { id: '' }, confirmedAt: '' }])).toMatchObject([
    { confirmedBy: { id: 'ada' }, confirmedAt: context.now },
  ]);
});

test('a stored confirmation of another user stays theirs, also with fewer photos', () => {
  expect(stamp([byBob], [byBob])).toEqual([byBob]);
  expect(stamp([{ ...byBob, photos: [] }], [byBob])).toEqual([{ ...byBob, photos: [] }]);
});
