import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VIEWPOINTS } from '../../domain/enums.ts';
import { chooseFrames } from './choose-frames.ts';
import { followViewpoints } from './follow-viewpoints.ts';
import { anyFrame, anyWalk, createFrame } from './walk.suite.ts';

describe('followViewpoints', () => {
  it('returns the predicted sides of a steady walk in either direction', () => {
    fc.assert(
      fc.property(anyWalk, (walk) => {
        expect(followViewpoints(walk)).toEqual(walk.map(({ vehicle }) => vehicle?.viewpoint));
      }),
    );
  });

  it('keeps the side of a frame that is taken for another end of the car, however confident', () => {
    fc.assert(
      fc.property(anyWalk, fc.nat(), fc.integer({ min: 3, max: 5 }), (walk, place, offset) => {
        // Between two frames of one side.
        const inner = walk.flatMap(({ vehicle }, n) =>
          [n - 1, n + 1].every((m) => walk[m]?.vehicle?.viewpoint === vehicle?.viewpoint) ? [n] : [],
        );
        const at = inner[place % inner.length] ?? 0;
        const side = walk[at]?.vehicle?.viewpoint ?? 'front';
        const other = VIEWPOINTS[(VIEWPOINTS.indexOf(side) + offset) % 8] ?? 'front';
        const misread = walk.with(at, createFrame(other, { confidence: 0.99 }));
        expect(followViewpoints(misread)[at]).toBe(side);
      }),
    );
  });

  it('has no side for a frame without a vehicle', () => {
    const empty = { at: 1, quality: createFrame('left').quality };
    expect(followViewpoints([createFrame('left'), empty, createFrame('left')])).toEqual([
      'left',
      undefined,
      'left',
    ]);
  });
});

describe('chooseFrames', () => {
  it('chooses a frame of every side of a whole walk', () => {
    fc.assert(
      fc.property(anyWalk, (walk) => {
        const chosen = chooseFrames(walk);
        for (const side of VIEWPOINTS) {
          const choice = chosen[side];
          expect(walk[choice?.frame ?? -1]?.vehicle?.viewpoint).toBe(side);
        }
      }),
    );
  });

  it('chooses only frames that were read as the side, may be chosen, and are among its candidates', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 40 }), fc.func(fc.boolean()), (frames, isKept) => {
        for (const [side, choice] of Object.entries(chooseFrames(frames, (n) => isKept(n)))) {
          expect(choice.candidates).toContain(choice.frame);
          expect(choice.candidates).toEqual(choice.candidates.toSorted((a, b) => a - b));
          for (const n of choice.candidates) {
            expect(frames[n]?.vehicle?.viewpoint).toBe(side);
            expect(isKept(n)).toBe(true);
          }
        }
      }),
    );
  });

  it('prefers the sharp one of two frames, and the one that shows the whole vehicle', () => {
    const sides = (changes: Parameters<typeof createFrame>[1]) =>
      chooseFrames([createFrame('left', changes), createFrame('left')]).left?.frame;
    expect(sides({ blurriness: 0.4 })).toBe(1);
    expect(sides({ x0: 0 })).toBe(1);
    expect(sides({ x0: 0.4, x1: 0.6 })).toBe(1);
    expect(sides({ confidence: 0.6 })).toBe(1);
    expect(sides({ confidence: 0.9 })).toBe(0);
  });

  it('states what is wrong with the best frame of a side', () => {
    expect(chooseFrames([createFrame('back', { blurriness: 0.8 })]).back?.problem).toBe('BLURRINESS');
    expect(chooseFrames([createFrame('back', { x1: 1 })]).back?.problem).toBe('MISSING_PARTS');
    expect(chooseFrames([createFrame('back')]).back?.problem).toBeUndefined();
  });

  it('prefers a frame without a problem to a better one with one', () => {
    const [blurred, unsure] = [{ blurriness: 0.55, confidence: 1 }, { confidence: 0.25 }];
    const frames = [createFrame('back', blurred), createFrame('back', unsure)];
    expect(chooseFrames(frames).back).toMatchObject({ frame: 1, problem: undefined });
  });
});
