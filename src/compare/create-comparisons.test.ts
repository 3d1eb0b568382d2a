import { expect, test } from 'vitest';
import { type DamageDecision, readComparisonReview } from '../domain/comparison-review.ts';
import type { JsonObject } from '../domain/fields.ts';
import { type ComparisonsDeps, createComparisonsWith } from './create-comparisons.ts';

/** Opens the comparisons of an inspection without photos that follows another one. */
function openComparisons() {
  let additionalData: JsonObject = {};
  const toResponse = (id: string) => {
    const inspection = {
      id,
      additionalData,
      damages: [],
      tasks: ['t'],
      ...(id === 'later' && { relatedInspectionId: 'earlier' }),
    };
    const empty = {
      images: {},
      damages: {},
      parts: {},
      views: {},
      vehicles: {},
      tasks: { t: { name: 'damage_detection', status: 'DONE', images: ['i'] } },
      severityResults: {},
    };
    return { result: id, entities: { inspections: { [id]: inspection }, ...empty } };
  };
  const inspections = {
    getOne: async (id: string) => toResponse(id),
    updateOne: async (_: string, update: { additionalData: JsonObject }) => {
      additionalData = { ...additionalData, ...update.additionalData };
    },
  };
  const comparisons = createComparisonsWith({
    api: { inspections } as never as ComparisonsDeps['api'],
    aligner: { close: () => {} } as ComparisonsDeps['aligner'],
    now: () => 0,
  });
  return { comparisons, readReview: () => readComparisonReview({ additionalData }) };
}

const DECISION: DamageDecision = { damageId: 'd', status: 'new' };

test.each([
  { of: 'a name that is too long', input: { name: 'x'.repeat(257) } },
  { of: 'strokes that are no path', input: { name: 'Ada', path: '<svg>' } },
])('a signature of $of is rejected, and the decisions stay', async ({ input }) => {
  const { comparisons, readReview } = openComparisons();
  await comparisons.decide('later', DECISION);
  await expect(comparisons.sign('later', input)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(readReview()).toEqual({ decisions: [DECISION] });
});

test('an invalid decision is rejected, and the others stay', async () => {
  const { comparisons, readReview } = openComparisons();
  await comparisons.decide('later', DECISION);
  const invalid = { damageId: 'e', status: 'sold' } as never;
  await expect(comparisons.decide('later', invalid)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(readReview()).toEqual({ decisions: [DECISION] });
});
