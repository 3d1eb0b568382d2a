import { describe, expect, it } from 'vitest';
import { matchPicture } from './match.ts';

const sure = { confidence: 0.9, area: 100 };
const unsure = { confidence: 0.4, area: 100 };
const truth = { area: 100, crowd: false };
const verdicts = (...args: Parameters<typeof matchPicture>) =>
  matchPicture(...args).matches.map((m) => m.verdict);

describe('matchPicture', () => {
  it('matches a truth once, with the better detection', () => {
    expect(verdicts([unsure, sure], [truth], [[0.9], [0.6]], 0.5)).toEqual(['hit', 'miss']);
  });

  it('matches an overlap of exactly the threshold', () => {
    expect(verdicts([sure], [truth], [[0.5]], 0.5)).toEqual(['hit']);
    expect(verdicts([sure], [truth], [[0.4999]], 0.5)).toEqual(['miss']);
  });

  it('matches a detection with the truth that it overlaps most', () => {
    const { matches } = matchPicture(
      [sure, unsure],
      [truth, truth],
      [
        [0.6, 0.8],
        [0.1, 0.7],
      ],
      0.5,
    );
    // The second detection overlaps only the truth that the first one matched.
    expect(matches.map((m) => m.verdict)).toEqual(['hit', 'miss']);
  });

  it('ignores any number of detections in a crowd, and never counts it as missed', () => {
    const crowd = { area: 400, crowd: true };
    const { matches, counted } = matchPicture([sure, unsure], [crowd], [[1], [0.8]], 0.5);
    expect(matches.map((m) => m.verdict)).toEqual(['ignored', 'ignored']);
    expect(counted).toBe(0);
  });

  it('prefers a counted truth to a crowd that covers more', () => {
    const crowd = { area: 400, crowd: true };
    expect(verdicts([sure], [crowd, truth], [[1, 0.6]], 0.5)).toEqual(['hit']);
  });

  it('ignores truths and unmatched detections of other sizes', () => {
    const large = { from: 150, to: Number.POSITIVE_INFINITY };
    const { matches, counted } = matchPicture([sure, unsure], [truth], [[0.9], [0]], 0.5, large);
    expect(matches.map((m) => m.verdict)).toEqual(['ignored', 'ignored']);
    expect(counted).toBe(0);
  });

  it('uses the 100 best detections', () => {
    const many = Array.from({ length: 101 }, (_, i) => ({ confidence: 1 - i / 1000, area: 100 }));
    expect(matchPicture(many, [], [], 0.5).matches).toHaveLength(100);
  });
});
