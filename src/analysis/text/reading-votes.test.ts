import { describe, expect, it } from 'vitest';
import { getReadingPlan } from './reading-plan.ts';
import { ReadingVotes } from './reading-votes.ts';

const reading = (value: string, confidence: number, weakest = confidence) => ({ value, confidence, weakest });

function decide(votes: [model: string, view: number, value: string, confidence: number][]) {
  const collected = new ReadingVotes();
  for (const [model, view, value, confidence] of votes)
    collected.add(model, view, reading(value, confidence));
  return collected.decide();
}

describe('ReadingVotes', () => {
  it('prefers two equal readings to one of slightly higher confidence', () => {
    const decision = decide([
      ['a', 0, 'A1', 0.95],
      ['b', 0, 'AI', 0.85],
      ['b', 1, 'AI', 0.9],
    ]);
    expect(decision).toMatchObject({ reading: { value: 'AI', confidence: 0.9 }, models: 1, weakest: 0 });
  });

  it('prefers one of much higher confidence to two equal readings', () => {
    const decision = decide([
      ['a', 0, 'A1', 0.95],
      ['b', 0, 'AI', 0.6],
      ['b', 1, 'AI', 0.7],
    ]);
    expect(decision?.reading.value).toBe('A1');
  });

  it('counts one vote per model and view: the most confident reading', () => {
    const decision = decide([
      ['a', 0, 'A1', 0.95],
      ['b', 0, 'AI', 0.9],
      ['b', 0, 'AI', 0.9],
      ['b', 0, 'A7', 0.5],
    ]);
    expect(decision?.reading.value).toBe('A1');
  });

  it('adds up look-alikes, then chooses the heavier of them', () => {
    const votes = new ReadingVotes({ fold: (value) => value.replaceAll('O', '0') });
    votes.add('a', 0, reading('AB0', 0.8));
    votes.add('b', 0, reading('ABO', 0.85));
    votes.add('a', 1, reading('A80', 0.95));
    expect(votes.decide()).toMatchObject({ reading: { value: 'ABO' }, models: 1 });
  });

  describe('of a mileage', () => {
    const { isPartOf } = getReadingPlan('ODOMETER');
    const rules = { ...(isPartOf && { isPartOf }) };
    const decideMileage = (complete: number) => {
      const votes = new ReadingVotes(rules);
      votes.add('a', 0, reading('109010', 0.93, complete));
      votes.add('b', 0, reading('0900', 0.98));
      votes.add('b', 1, reading('0900', 0.97));
      return votes.decide();
    };

    it('prefers a reading that is certain of the digits which the others lost', () => {
      expect(decideMileage(0.9)).toMatchObject({ reading: { value: '109010' }, models: 1 });
    });

    it('does not if it is uncertain of a digit', () => {
      expect(decideMileage(0.8)?.reading.value).toBe('0900');
    });

    it('does not if the others have another digit', () => {
      const votes = new ReadingVotes(rules);
      votes.add('a', 0, reading('109010', 0.93));
      votes.add('b', 0, reading('0980', 0.98));
      votes.add('b', 1, reading('0980', 0.97));
      expect(votes.decide()?.reading.value).toBe('0980');
    });
  });

  it('agrees when different models read the same, each certain of every character', () => {
    const votes = new ReadingVotes();
    votes.add('a', 0, reading('123', 0.99));
    votes.add('a', 1, reading('123', 0.99));
    expect(votes.isAgreed(2)).toBe(false);
    votes.add('b', 0, reading('123', 0.9, 0.2));
    expect(votes.isAgreed(2)).toBe(false);
    votes.add('b', 1, reading('123', 0.9, 0.7));
    expect(votes.isAgreed(2)).toBe(true);
    expect(votes.decide()).toMatchObject({ models: 2, share: 1, weakest: 0.7 });
  });

  it('does not agree on an unusual value', () => {
    const votes = new ReadingVotes();
    for (const model of ['a', 'b']) votes.add(model, 0, { ...reading('123', 0.99), isUnusual: true });
    expect(votes.isAgreed(2)).toBe(false);
  });

  it('merges readings, and counts the models that read the same', () => {
    const votes = new ReadingVotes({
      merge: ([first]) => first && { reading: first.reading, probability: 0.8 },
    });
    votes.add('a', 0, reading('ABC', 0.9));
    votes.add('b', 0, reading('ABD', 0.9));
    expect(votes.decide()).toMatchObject({ reading: { value: 'ABC' }, models: 1, probability: 0.8 });
  });

  it('returns undefined without a value', () => {
    expect(decide([['a', 0, '', 0]])).toBeUndefined();
  });
});
