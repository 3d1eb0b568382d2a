import { expect, test } from 'vitest';
import { COMPARISON_KEY } from '../../domain/comparison-review.ts';
import type { Operation } from '../../domain/outbox/operation.ts';
import { toRemoteUpdate } from './remote-input.ts';

const updateOf = (additionalData: Record<string, unknown>) =>
  ({ kind: 'inspection.update', payload: { input: { additionalData } } }) as Extract<
    Operation,
    { kind: 'inspection.update' }
  >;
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
  const { additionalData } = await toRemoteUpdate(
    updateOf({ mine: 1, [COMPARISON_KEY]: { decisions } }),
    ids,
  );
  expect(additionalData).toEqual({
    mine: 1,
    [COMPARISON_KEY]: {
      decisions: [
        { damageId: 'remote', earlierDamageId: 'other', status: 'same' },
        { earlierDamageId: 'remote', status: 'gone' },
      ],
    },
  });
});

test('sends other data unchanged', async () => {
  const update = updateOf({ mine: 'local' });
  expect(await toRemoteUpdate(update, ids)).toBe(update.payload.input);
});
