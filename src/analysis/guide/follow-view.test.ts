import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canFollow, followView, type LookedFrame, measureShift } from './follow-view.ts';
import type { FrameView } from './frame-view.ts';
import { createThumbnail } from './movement.ts';

const SIZE = { width: 128, height: 96 };
const BOX = { x0: 0.2, y0: 0.3, x1: 0.8, y1: 0.7 };

/** A street of soft shapes that has moved by pixels of the frame. */
function thumbnailOf({ right, down }: { right: number; down: number }) {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const [across, along] = [x - right, y - down];
      data[4 * (y * SIZE.width + x) + 1] =
        128 + 50 * Math.sin(across / 7 + 3 * Math.sin(along / 18)) + 50 * Math.sin(along / 6 + across / 12);
    }
  }
  return createThumbnail({ ...SIZE, data });
}

function viewOf(moved: { right: number; down: number }, blurriness: number): FrameView {
  return {
    ...SIZE,
    hasPartModel: true,
    quality: { blurriness, underexposure: 0, overexposure: 0, lensFlare: 0, lowResolution: 0 },
    thumbnail: thumbnailOf(moved),
  };
}

const still = { right: 0, down: 0 };
const looked: FrameView = {
  ...viewOf(still, 0.1),
  vehicle: { box: BOX, viewpoint: 'left', confidence: 0.9 },
  wheel: BOX,
};

test('measures a shift of up to a tenth of the frame, to less than a pixel of the thumbnail', () => {
  const pixels = fc.integer({ min: -11, max: 11 });
  fc.assert(
    fc.property(pixels, pixels, (right, down) => {
      const { x, y } = measureShift(thumbnailOf(still), thumbnailOf({ right, down }));
      expect(Math.abs(x * SIZE.width - right)).toBeLessThan(1.2);
      expect(Math.abs(y * SIZE.height - down)).toBeLessThan(1.2);
    }),
  );
});

test('a picture without detail has not moved', () => {
  const blank = { width: 64, height: 48, data: new Uint8Array(64 * 48).fill(90) };
  expect(measureShift(blank, blank)).toEqual({ x: 0, y: 0 });
});

describe('followView', () => {
  const assessed: FrameView = { ...viewOf({ right: 6.4, down: -4.8 }, 0.4), hasPartModel: false };

  test('moves vehicle and wheel with the picture, and has the quality of its own frame', () => {
    const { vehicle, wheel, quality, isFollowed } = followView(looked, assessed);
    expect(isFollowed).toBe(true);
    expect(quality.blurriness).toBe(0.4);
    expect(vehicle).toMatchObject({ viewpoint: 'left', confidence: 0.9 });
    for (const box of [vehicle?.box, wheel]) {
      expect(box?.x0).toBeCloseTo(BOX.x0 + 0.05, 2);
      expect(box?.y1).toBeCloseTo(BOX.y1 - 0.05, 2);
    }
  });

  test('does not move them after the phone was turned', () => {
    const turned = { ...assessed, thumbnail: { width: 48, height: 64, data: new Uint8Array(48 * 64) } };
    expect(followView(looked, turned).vehicle?.box).toEqual(BOX);
  });
});

test('follows one frame, of a slow look at a vehicle, for a while', () => {
  const before: LookedFrame = { view: looked, at: 1000, tookMs: 250 };
  expect(canFollow(before, 1300)).toBe(true);
  expect(canFollow(undefined, 1300)).toBe(false);
  expect(canFollow({ ...before, tookMs: 60 }, 1300)).toBe(false);
  expect(canFollow(before, 4000)).toBe(false);
  expect(canFollow({ ...before, view: viewOf(still, 0) }, 1300)).toBe(false);
});
