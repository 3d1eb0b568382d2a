import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VIEWPOINTS } from '../../domain/enums.ts';
import { chooseFrames, KEPT_PER_SIDE, type KeptFrame, keepFrame } from './choose-frames.ts';
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

function keepAll(frames: Parameters<typeof keepFrame>[1][]): readonly KeptFrame[] {
  return frames.reduce<readonly KeptFrame[]>((kept, view, n) => keepFrame(kept, view, n), []);
}

it('keeps a few frames of each side, among them the best of each', () => {
  fc.assert(
    fc.property(fc.array(anyFrame, { maxLength: 120 }), (views) => {
      const frames = views.map((view, n) => ({ ...view, at: 100 * n }));
      const kept = keepAll(frames);
      for (const side of new Set(kept.map(({ viewpoint }) => viewpoint))) {
        const ofSide = kept.filter(({ viewpoint }) => viewpoint === side);
        expect(ofSide.length).toBeLessThanOrEqual(KEPT_PER_SIDE);
        const scores = frames.flatMap((view, n) =>
          view.vehicle?.viewpoint === side ? [keepFrame([], view, n)[0]?.score ?? 0] : [],
        );
        expect(Math.max(...ofSide.map(({ score }) => score))).toBe(Math.max(...scores));
      }
    }),
  );
});

it('keeps one of several frames that follow each other closely', () => {
  const frames = [0.5, 0.9, 0.7].map((confidence, n) => createFrame('left', { confidence, at: 80 * n }));
  expect(keepAll(frames).map(({ frame }) => frame)).toEqual([1]);
});

it('leaves at least one frame of every side of a walk to choose from', () => {
  const frames = (['front', 'front_left', 'left'] as const).flatMap((side, n) =>
    Array.from({ length: 30 }, (_, m) =>
      createFrame(side, { at: 100 * (30 * n + m), confidence: 0.5 + m / 60 }),
    ),
  );
  const kept = new Set(keepAll(frames).map(({ frame }) => frame));
  expect(Object.keys(chooseFrames(frames, (frame) => kept.has(frame)))).toEqual([
    'front',
    'front_left',
    'left',
  ]);
});
