import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitCanvas } from '../../analysis/pixels/model-canvas.ts';
import { PhotoScaler } from '../../analysis/pixels/photo-scaler.ts';
import { createScalingKernel } from './scaling-kernel.ts';
import { createCpuPhotoScaler, SimdPhotoScaler } from './simd-photo-scaler.ts';

const side = fc.integer({ min: 1, max: 90 });
const rule = fc.record({ step: fc.constantFrom(8, 32), area: fc.integer({ min: 64, max: 64 * 64 }) });

/** Returns pixels of all values, in no order. */
function createPixels(width: number, height: number, seed: number) {
  const data = Uint8ClampedArray.from(
    { length: 4 * width * height },
    (_, at) => Math.imul(at + seed, 2_654_435_761) >>> 24,
  );
  return { data, width, height };
}

test('scales photos of any size as PhotoScaler does, one after the other', () => {
  const simd = new SimdPhotoScaler(createScalingKernel());
  const plain = new PhotoScaler();
  fc.assert(
    fc.property(
      side,
      side,
      rule,
      fc.nat(1000),
      fc.integer({ min: 1, max: 3 }),
      (width, height, ...others) => {
        const [limits, seed, times] = others;
        const pixels = createPixels(width, height, seed);
        const photo = { width: width * times, height: height * times };
        const canvas = fitCanvas(photo.width, photo.height, limits);
        const expected = plain.toTensor(pixels, photo, canvas);
        const tensor = simd.toTensor(pixels, photo, canvas);
        expect(tensor).toHaveLength(expected.length);
        const difference = tensor.reduce(
          (most, value, at) => Math.max(most, Math.abs(value - (expected[at] ?? 0))),
          0,
        );
        expect(difference).toBeLessThan(1e-7);
      },
    ),
    { numRuns: 100 },
  );
});

test('scales one photo onto several canvases, also after another photo', () => {
  const simd = new SimdPhotoScaler(createScalingKernel());
  const plain = new PhotoScaler();
  const [one, other] = [createPixels(60, 40, 1), createPixels(80, 90, 2)];
  for (const pixels of [one, one, other, one]) {
    for (const side of [32, 16, 48]) {
      const canvas = fitCanvas(pixels.width, pixels.height, { step: 8, area: side * side });
      const expected = plain.toTensor(pixels, pixels, canvas);
      const tensor = simd.toTensor(pixels, pixels, canvas);
      for (const [at, value] of tensor.entries()) expect(value).toBeCloseTo(expected[at] ?? 0, 6);
    }
  }
});

test('scalers that share a kernel keep their own tensors', () => {
  const [first, second] = [createCpuPhotoScaler(), createCpuPhotoScaler()];
  const [dark, bright] = [0, 255].map((value) => ({
    data: new Uint8Array(64).fill(value),
    width: 4,
    height: 4,
  }));
  if (!dark || !bright) throw new Error('There are two photos');
  const canvas = { scale: 1, width: 4, height: 4 };
  const tensor = first.toTensor(dark, dark, canvas);
  second.toTensor(bright, bright, canvas);
  expect(Math.max(...tensor)).toBe(0);
});

test('is used wherever there is SIMD', () => {
  expect(createCpuPhotoScaler()).toBeInstanceOf(SimdPhotoScaler);
});
