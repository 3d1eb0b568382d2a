import { expect, it } from 'vitest';
import { mostAgreed } from './vote.ts';

const reading = (answer: string, confidence: number) => ({ answer, confidence });

it('believes two that agree rather than one that is a little surer', () => {
  const readings = [reading('A1', 0.95), reading('AI', 0.85), reading('AI', 0.9)];
  expect(mostAgreed(readings)).toEqual(reading('AI', 0.9));
});

it('believes one that is much surer rather than two that agree', () => {
  const readings = [reading('A1', 0.95), reading('AI', 0.6), reading('AI', 0.7)];
  expect(mostAgreed(readings)).toEqual(reading('A1', 0.95));
});

it('believes the surest where nobody agrees', () => {
  expect(mostAgreed([reading('A', 0.4), reading('B', 0.6)])).toEqual(reading('B', 0.6));
  expect(mostAgreed([])).toBeUndefined();
});
