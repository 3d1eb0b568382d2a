import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseFrames } from './choose-frames.ts';
import { KEPT_PER_SIDE, type KeptFrame, keepFrame } from './kept-frames.ts';
import { anyFrame, createFrame } from './walk.suite.ts';

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
