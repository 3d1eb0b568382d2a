import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitCanvas, fitWithin } from '../../analysis/detection/model-canvas.ts';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import { eighthsFor } from '../../node/photo/jpeg-scaling.ts';
import type { Tensors } from '../engines/engine.ts';
import { canvasesFor, Detector, decodeSide } from './detect.ts';

const input = { step: 32, area: 262_144 };
const entry = { input } as DetectorEntry;

describe('the side at which a photo is decoded for a detector', () => {
  it.each([
    [1100, 825, 1152],
    [1600, 1200, 800],
    [3000, 2250, 750],
    [4032, 3024, 1008],
    [8064, 6048, 1008],
  ])('of %i x %i is %i', (width, height, side) => {
    expect(decodeSide(entry, { width, height })).toBe(side);
  });

  it('is one that decoders scale to by halves, and not less than the model looks at', () => {
    const side = fc.integer({ min: 400, max: 8000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const photo = { width, height };
        const most = decodeSide(entry, photo);
        const eighths = eighthsFor(photo, fitWithin(photo, most));
        expect([1, 2, 4, 8]).toContain(eighths);
        expect(eighths / 8).toBeGreaterThanOrEqual(Math.min(1, fitCanvas(width, height, input).scale));
      }),
    );
  });
});

describe('a detector', () => {
  const outputs = {
    levels: [{ name: 'level8', stride: 8 }],
    prototypes: 'prototypes',
    prototypeCount: 1,
    bins: 2,
  };
  const types = [
    { name: 'dent', role: 'damage', calibration: { slope: 1, offset: 0 }, bestThreshold: 0.3 },
  ] as const;
  const once = { input: { ...input, name: 'image' }, outputs, types } as unknown as DetectorEntry;
  const twice: DetectorEntry = { ...once, secondArea: 65_536 };
  const photo = {
    data: new Uint8ClampedArray(4 * 80 * 60),
    width: 80,
    height: 60,
    original: { width: 80, height: 60 },
  };

  /** A model that sees nothing, and tells the sizes that it was given. */
  function session() {
    const seen: (readonly number[])[] = [];
    const run = async ({ image }: Tensors): Promise<Tensors> => {
      const [, , height = 0, width = 0] = image?.dims ?? [];
      seen.push([width, height]);
      const level = {
        dims: [1, 10, height / 8, width / 8],
        data: new Float32Array((10 * height * width) / 64).fill(-20),
      };
      const masks = { dims: [1, 1, height / 4, width / 4], data: new Float32Array((height * width) / 16) };
      return { level8: level, prototypes: masks };
    };
    return { seen, run, dispose: async () => {} };
  }

  it('looks at a photo once, or a second time at less where its entry says so', async () => {
    const [one, two] = [session(), session()];
    await new Detector(once, one).detect(photo, 0.3);
    await new Detector(twice, two).detect(photo, 0.3);
    expect(one.seen).toEqual([[576, 448]]);
    expect(two.seen).toEqual([
      [576, 448],
      [288, 224],
    ]);
  });

  it('never looks at more than its areas allow', () => {
    const side = fc.integer({ min: 40, max: 8000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const areas = canvasesFor(twice, { width, height }).map((canvas) => canvas.width * canvas.height);
        expect(areas[0]).toBeLessThanOrEqual(262_144);
        expect(areas[1]).toBeLessThanOrEqual(65_536);
      }),
    );
  });
});
