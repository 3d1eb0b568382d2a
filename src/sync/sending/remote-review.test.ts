import { expect, test } from 'vitest';
import { COMPARISON_KEY } from '../../domain/inspection.ts';
import { toRemoteReview } from './remote-review.ts';

const ids = {
  getRemoteIds: async () =>
    new Map([
      ['local', 'remote'],
      ['local-then', 'remote-then'],
    ]),
};

test('names the damages of a comparison by the ids of the service', async () => {
  const decisions = [
    { damageId: 'local', earlierDamageId: 'other', status: 'same' },
    { earlierDamageId: 'local', status: 'gone' },
  ];
  const signed = {
    charges: { amount: 41_200, currency: 'EUR', unpriced: 0 },
    damages: [{ damageId: 'local', earlierDamageId: 'local-then', status: 'worse', charged: true }],
  };
  const input = { additionalData: { mine: 1, [COMPARISON_KEY]: { decisions, signed } } };
  expect(await toRemoteReview(input, ids)).toEqual({
    additionalData: {
      mine: 1,
      [COMPARISON_KEY]: {
        decisions: [
          { damageId: 'remote', earlierDamageId: 'other', status: 'same' },
          { earlierDamageId: 'remote', status: 'gone' },
        ],
        signed: {
          ...signed,
          damages: [{ damageId: 'remote', earlierDamageId: 'remote-then', status: 'worse', charged: true }],
        },
      },
    },
  });
});
