import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { carScene } from '../../../test/fixtures/car-scene.ts';
import { addGrain } from '../../../test/fixtures/grain.ts';
import type { RgbaPixels } from '../pixels/photo-scaler.ts';
import { assessQuality, type QualityAssessment } from './assess-quality.ts';

const photoSize = { width: 4000, height: 3000 };
const assess = (pixels: RgbaPixels) => assessQuality(pixels, photoSize);

let scenes: RgbaPixels[] = [];
/** The same scenes at a quarter of the size, which is enough to measure light. */
let small: RgbaPixels[] = [];
beforeAll(async () => {
  scenes = await Promise.all(
    (['front', 'side', 'rear'] as const).map(async (view, seed) => {
      const svg = Buffer.from(carScene({ seed, view, width: 640, height: 480 }));
      return pixelsOf(sharp(svg));
    }),
  );
  small = await Promise.all(scenes.map((scene) => changed(scene, (image) => image.resize(160, 120))));
});

describe('a sharp, well-lit scene', () => {
  test('has only low scores', () => {
    for (const scene of scenes) {
      for (const score of Object.values(assess(scene))) expect(score).toBeLessThan(0.5);
    }
  });

  test('scores the same when mirrored', () => {
    for (const scene of scenes) expect(assess(mirrored(scene))).toEqual(assess(scene));
  });

  test('scores about the same at half the size', async () => {
    for (const scene of scenes) {
      const half = await changed(scene, (image) => image.resize(320, 240));
      expectClose(assess(half), assess(scene), 0.1);
    }
  });

  test('is not blurry with grain, in the dark, as a poor JPEG or with a blurred background', async () => {
    for (const [seed, scene] of scenes.entries()) {
      expect(assess(grainy(scene, 20, seed)).blurriness).toBeLessThan(0.3);
      expect(assess(exposed(scene, -2)).blurriness).toBeLessThan(0.3);
      expect(assess(await asJpeg(scene, 30)).blurriness).toBeLessThan(0.3);
      expect(assess(await withSoftTop(scene)).blurriness).toBeLessThan(0.3);
    }
  });
});

describe('blur', () => {
  test('raises blurriness with each step, above the threshold from a sigma of 3.5', async () => {
    for (const scene of scenes) {
      const blurred = await Promise.all([1, 2, 3.5, 5, 8, 14].map((sigma) => blurredBy(scene, sigma)));
      const scores = [scene, ...blurred].map((photo) => assess(photo).blurriness);
      expect(scores).toEqual([...scores].sort((a, b) => a - b));
      expect(scores[3]).toBeGreaterThan(0.5);
    }
  });

  test('scores the same at half the size', async () => {
    for (const scene of scenes) {
      const blurred = await blurredBy(scene, 3.5);
      const half = await changed(blurred, (image) => image.resize(320, 240));
      expectClose(assess(half), assess(blurred), 0.1);
    }
  });

  test('is detected despite grain, darkness or JPEG blocks', async () => {
    for (const [seed, scene] of scenes.entries()) {
      const blurred = await blurredBy(scene, 4);
      expect(assess(grainy(blurred, 12, seed)).blurriness).toBeGreaterThan(0.5);
      expect(assess(exposed(blurred, -2)).blurriness).toBeGreaterThan(0.5);
      expect(assess(await asJpeg(blurred, 30)).blurriness).toBeGreaterThan(0.5);
    }
  });

  test('is detected if the camera moved, although edges along the movement stay sharp', async () => {
    const length = 19;
    for (const scene of scenes) {
      for (const [width, height] of [
        [length, 3],
        [3, length],
      ] as const) {
        const line = (n: number) => (width > height ? Math.floor(n / width) === 1 : n % width === 1);
        const kernel = Array.from({ length: width * height }, (_, n) => (line(n) ? 1 : 0));
        const moved = await changed(scene, (image) => image.convolve({ width, height, kernel }));
        expect(assess(moved).blurriness).toBeGreaterThan(0.5);
      }
    }
  });
});

describe('light', () => {
  const stops = fc.double({ min: -5, max: 5, noNaN: true });

  test('never lowers underexposure when it gets darker, or overexposure when it gets brighter', () => {
    fc.assert(
      fc.property(fc.nat(2), stops, stops, (n, a, b) => {
        const scene = small[n] ?? blank(1, 1, 0);
        const [dark, bright] = [
          assess(exposed(scene, Math.min(a, b))),
          assess(exposed(scene, Math.max(a, b))),
        ];
        expect(dark.underexposure).toBeGreaterThanOrEqual(bright.underexposure);
        expect(dark.overexposure).toBeLessThanOrEqual(bright.overexposure);
      }),
      { numRuns: 25 },
    );
  });

  test('exceeds the threshold when there is far too little or too much', () => {
    for (const scene of small) {
      expect(assess(exposed(scene, -4)).underexposure).toBeGreaterThan(0.5);
      expect(assess(exposed(scene, 3)).overexposure).toBeGreaterThan(0.5);
    }
  });

  test('is reported as lens flare with a burnt-out spot and a veil', () => {
    for (const scene of small) {
      expect(assess(flared(scene)).lensFlare).toBeGreaterThan(0.5);
      expect(assess(exposed(scene, 3)).lensFlare).toBeLessThan(0.5);
    }
  });
});

describe('any image', () => {
  test('scores from 0 to 1, for any size and content', () => {
    const side = fc.integer({ min: 0, max: 24 });
    fc.assert(
      fc.property(side, side, fc.nat(1000), (width, height, seed) => {
        const noise = blank(width, height, 128);
        addGrain(noise.data, 4, { seed, amplitude: 200 });
        const scores = Object.values(assessQuality(noise, { width, height }));
        for (const score of scores) expect(score >= 0 && score <= 1).toBe(true);
      }),
    );
  });

  test('is not blurry if it has only one tone', () => {
    const tones = [0, 1, 127, 254, 255];
    const scores = tones.map((tone) => assess(blank(200, 150, tone)));
    expect(scores.map((score) => score.blurriness)).toEqual([0, 0, 0, 0, 0]);
    expect(scores[0]?.underexposure).toBe(1);
    expect(scores[4]?.overexposure).toBeGreaterThan(0.9);
  });

  test('has too low a resolution below VGA', () => {
    const [first = blank(1, 1, 0)] = scenes;
    const lowResolution = (width: number, height: number) =>
      assessQuality(first, { width, height }).lowResolution;
    expect(lowResolution(640, 480)).toBe(0.5);
    expect(lowResolution(480, 640)).toBe(0.5);
    expect(lowResolution(640, 360)).toBeGreaterThan(0.5);
    expect(lowResolution(4000, 3000)).toBeLessThan(0.05);
  });
});

function expectClose(a: QualityAssessment, b: QualityAssessment, within: number): void {
  for (const key of Object.keys(a) as (keyof QualityAssessment)[]) {
    expect(Math.abs(a[key] - b[key]), key).toBeLessThan(within);
  }
}

async function pixelsOf(image: Sharp): Promise<RgbaPixels> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
}

function imageOf({ width, height, data }: RgbaPixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

function changed(photo: RgbaPixels, step: (image: Sharp) => Sharp): Promise<RgbaPixels> {
  return pixelsOf(step(imageOf(photo).removeAlpha()));
}

function blurredBy(photo: RgbaPixels, sigma: number): Promise<RgbaPixels> {
  return changed(photo, (image) => image.blur(sigma));
}

async function asJpeg(photo: RgbaPixels, quality: number): Promise<RgbaPixels> {
  return pixelsOf(sharp(await imageOf(photo).removeAlpha().jpeg({ quality }).toBuffer()));
}

async function withSoftTop(photo: RgbaPixels): Promise<RgbaPixels> {
  const soft = await blurredBy(photo, 8);
  const data = Uint8Array.from(photo.data);
  data.set(soft.data.subarray(0, Math.floor(photo.height / 3) * photo.width * 4));
  return { ...photo, data };
}

function grainy(photo: RgbaPixels, amplitude: number, seed: number): RgbaPixels {
  const data = Uint8Array.from(photo.data);
  addGrain(data, 4, { seed: seed + 1, amplitude });
  return { ...photo, data };
}

function mirrored({ width, height, data }: RgbaPixels): RgbaPixels {
  const flipped = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 4;
      flipped.set(data.subarray(from, from + 4), (y * width + width - 1 - x) * 4);
    }
  }
  return { width, height, data: flipped };
}

/** Changes the exposure by stops, with an approximation of the sRGB curve. */
function exposed(photo: RgbaPixels, stops: number): RgbaPixels {
  const gain = 2 ** (stops / 2.2);
  return { ...photo, data: new Uint8ClampedArray(photo.data).map((code) => code * gain) };
}

function flared(photo: RgbaPixels): RgbaPixels {
  const { width, height } = photo;
  const data = new Uint8ClampedArray(photo.data).map((code, at) => {
    const pixel = Math.floor(at / 4);
    const away = Math.hypot((pixel % width) - width / 3, Math.floor(pixel / width) - height / 4) / width;
    return code + (255 - code) * Math.min(1, 0.35 + Math.exp(-((away / 0.12) ** 2)));
  });
  return { ...photo, data };
}

function blank(width: number, height: number, tone: number): RgbaPixels {
  return { width, height, data: new Uint8Array(width * height * 4).fill(tone) };
}
