import { expect, test } from 'vitest';
import { COMPARISON_KEY } from '../../domain/inspection.ts';
import { toRemoteReview } from './remote-review.ts';

const ids = {
  getRemoteIds: async () =>
    new Map([
      ['local', 'remote'],
      ['local then', 'remote then'],
    ]),
};

test('names the damages of a comparison by the ids of the service', async () => {
  const decisions = [
    { damageId: 'local', earlierDamageId: 'other', status: 'same' },
    { earlierDamageId: 'local', status: 'gone' },
  ];
  const input = { additionalData: { mine: 1, [COMPARISON_KEY]: { decisions } } };
  expect(await toRemoteReview(input, ids)).toEqual({
    additionalData: {
      mine: 1,
      [COMPARISON_KEY]: {
        decisions: [
          { damageId: 'remote', earlierDamageId: 'other', status: 'same' },
          { earlierDamageId: 'remote', status: 'gone' },
        ],
      },
    },
  });
});
