import { describe, expect, test } from 'vitest';
import { type FleetFacts, matchesFilter, startOf, summarize } from '../../../demo/fleet/fleet-filter.ts';
import { emptyEntities } from '../../../src/domain/entities.ts';
import type { Inspection } from '../../../src/domain/inspection.ts';

const NOW = new Date(2026, 2, 10, 15, 30).getTime();
const HOUR = 3_600_000;

function createFacts(more: Partial<FleetFacts> = {}): FleetFacts {
  const inspection = { id: 'i' } as Inspection;
  return {
    loaded: { inspection, entities: emptyEntities(), isDeleted: false },
    outcome: 'damaged',
    level: 2,
    cost: { amount: 12_000, currency: 'EUR', isComplete: true },
    origins: { found: 1, corrected: 0, added: 0 },
    createdAt: NOW - HOUR,
    text: 'renault clio ab-123-cd agent-7',
    ...more,
  };
}

describe('a filter', () => {
  test.each([
    [{ text: 'CLIO ab-' }, true],
    [{ text: 'clio megane' }, false],
    [{ text: '', outcome: 'damaged' as const }, true],
    [{ text: '', outcome: 'open' as const }, false],
    [{ text: '', level: 2 as const }, true],
    [{ text: '', level: 3 as const }, false],
    [{ text: '', date: 'yesterday' as const }, true],
  ])('%j matches: %s', (filter, isMatch) => {
    expect(matchesFilter(createFacts(), filter, NOW)).toBe(isMatch);
  });

  test('of open inspections includes those whose analysis runs or waits', () => {
    for (const outcome of ['notAnalysed', 'waiting', 'running'] as const)
      expect(matchesFilter(createFacts({ outcome }), { text: '', outcome: 'open' }, NOW)).toBe(true);
  });

  test('since yesterday begins at the local midnight before yesterday', () => {
    const midnight = new Date(2026, 2, 9).getTime();
    expect(startOf('yesterday', NOW)).toBe(midnight);
    const isNew = (createdAt: number) =>
      matchesFilter(createFacts({ createdAt }), { text: '', date: 'yesterday' }, NOW);
    expect([isNew(midnight), isNew(midnight - 1)]).toEqual([true, false]);
  });
});

test('the summary adds costs by currency and leaves out what is not known', () => {
  const facts = [
    createFacts(),
    createFacts({ cost: { amount: 500, currency: 'USD', isComplete: false } }),
    createFacts({ cost: undefined, outcome: 'failed' }),
  ];
  expect(summarize(facts)).toEqual({
    inspections: 3,
    damaged: 2,
    costs: new Map([
      ['EUR', 12_000],
      ['USD', 500],
    ]),
  });
});
