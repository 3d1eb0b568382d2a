import { expect, it } from 'vitest';
import { chooseByVote } from './vote.ts';

const reading = (value: string, confidence: number) => ({ value, confidence });

it('prefers two equal readings to one of slightly higher confidence', () => {
  const readings = [reading('A1', 0.95), reading('AI', 0.85), reading('AI', 0.9)];
  expect(chooseByVote(readings)).toEqual(reading('AI', 0.9));
});

it('prefers one of much higher confidence to two equal readings', () => {
  const readings = [reading('A1', 0.95), reading('AI', 0.6), reading('AI', 0.7)];
  expect(chooseByVote(readings)).toEqual(reading('A1', 0.95));
});

it('returns the most confident reading if all differ', () => {
  expect(chooseByVote([reading('A', 0.4), reading('B', 0.6)])).toEqual(reading('B', 0.6));
  expect(chooseByVote([])).toBeUndefined();
});
