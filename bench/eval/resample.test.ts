import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/fixtures/random.ts';
import { type PhotoResult, resample } from './resample.ts';

const hit: PhotoResult = { matches: [{ confidence: 0.9, verdict: 'hit' }], counted: 1 };
const missed: PhotoResult = { matches: [], counted: 1 };
const halfFound = (photos: number) =>
  Array.from({ length: photos }, (_, photo) => (photo % 2 ? hit : missed));
const intervalOf = (results: PhotoResult[], seed = 1) =>
  resample(new Map([['dent', results]]), seededRandom(seed)).mean;

describe('resample', () => {
  it('has a width of 0 if every photo has the same result', () => {
    expect(intervalOf(Array.from({ length: 20 }, () => hit))).toEqual([1, 1]);
  });

  it('contains the figure, and narrows with more photos', () => {
    for (const seed of [1, 2, 3]) {
      const [low, high] = intervalOf(halfFound(40), seed);
      const [closerLow, closerHigh] = intervalOf(halfFound(640), seed);
      expect(low).toBeLessThan(closerLow);
      expect(closerLow).toBeLessThan(0.51);
      expect(closerHigh).toBeGreaterThan(0.5);
      expect(high).toBeGreaterThan(closerHigh);
      // Of 640 coin flips, 46 to 54 % are heads.
      expect(closerHigh - closerLow).toBeGreaterThan(0.05);
      expect(closerHigh - closerLow).toBeLessThan(0.11);
    }
  });

  it('resamples photos, not types: types on the same photos vary together', () => {
    const results = halfFound(40);
    const one = resample(new Map([['dent', results]]), seededRandom(1));
    const both = resample(new Map([...'ab'].map((type) => [type, results])), seededRandom(1));
    expect(both.mean).toEqual(one.mean);
    expect(both.perType.get('b')).toEqual(one.mean);
  });

  it('omits a type from samples without it', () => {
    const rare = [hit, ...Array.from({ length: 9 }, (): PhotoResult => ({ matches: [], counted: 0 }))];
    const { mean, perType } = resample(new Map([['rust', rare]]), seededRandom(1));
    expect(perType.get('rust')).toEqual([1, 1]);
    expect(mean[0]).toBe(0); // no type at all
  });
});
