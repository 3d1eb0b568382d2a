import { expect, test } from 'vitest';
import { listIdsIn, replaceIdsIn } from './ids-in-additional-data.ts';
import { COMPARISON_KEY } from './records/inspection.ts';

const REMOTE_IDS = new Map([
  ['local', 'remote'],
  ['local-then', 'remote-then'],
]);

test('names the damages of a comparison by the ids of the service', () => {
  const decisions = [
    { damageId: 'local', earlierDamageId: 'other', status: 'same' },
    { earlierDamageId: 'local', status: 'gone' },
  ];
  const signed = {
    charges: { amount: 41_200, currency: 'EUR', unpriced: 0 },
    damages: [{ damageId: 'local', earlierDamageId: 'local-then', status: 'worse', charged: true }],
  };
  const data = { mine: 1, [COMPARISON_KEY]: { decisions, signed } };
  expect(listIdsIn(data)).toEqual(['local', 'other', 'local-then']);
  expect(replaceIdsIn(data, (id) => REMOTE_IDS.get(id) ?? id)).toEqual({
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
  });
});
