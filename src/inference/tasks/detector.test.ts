import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitCanvas } from '../../analysis/detection/model-canvas.ts';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import { chooseEighths } from '../../node/photo/jpeg-scaling.ts';
import { fitWithin } from '../../photo/decoded-photo.ts';
import type { Session, Tensors } from '../engines/engine.ts';
import { Detector, detectorCanvases, detectorDecodeSide } from './detector.ts';

const limits = { step: 32, area: 262_144 };
const entry = { input: limits } as DetectorEntry;

describe('detectorDecodeSide', () => {
  it.each([
    [1100, 825, 1152],
    [1600, 1200, 800],
    [3000, 2250, 750],
    [4032, 3024, 1008],
    [8064, 6048, 1008],
  ])('returns the side for a photo of %i x %i: %i', (width, height, side) => {
    expect(detectorDecodeSide(entry, { width, height })).toBe(side);
  });

  it('returns a side that decoders reach by halving, at least as large as the canvas needs', () => {
    const side = fc.integer({ min: 400, max: 8000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const photo = { width, height };
        const most = detectorDecodeSide(entry, photo);
        const eighths = chooseEighths(photo, fitWithin(photo, most));
        expect([1, 2, 4, 8]).toContain(eighths);
        expect(eighths / 8).toBeGreaterThanOrEqual(Math.min(1, fitCanvas(width, height, limits).scale));
      }),
    );
  });
});

describe('Detector', () => {
  const outputs = {
    levels: [{ name: 'level8', stride: 8 }],
    prototypes: 'prototypes',
    prototypeCount: 1,
    bins: 2,
  };
  const types = [
    { name: 'dent', role: 'damage', calibration: { slope: 1, offset: 0 }, bestThreshold: 0.3 },
  ] as const;
  const oneScale = { input: { ...limits, name: 'image' }, outputs, types } as unknown as DetectorEntry;
  const twoScales: DetectorEntry = { ...oneScale, secondArea: 65_536 };
  const photo = {
    data: new Uint8ClampedArray(4 * 80 * 60),
    width: 80,
    height: 60,
    original: { width: 80, height: 60 },
  };

  /** A model without detections that records the sizes of its inputs. */
  function session() {
    const inputSizes: (readonly number[])[] = [];
    const run = async ({ image }: Tensors): Promise<Tensors> => {
      const [, , height = 0, width = 0] = image?.dims ?? [];
      inputSizes.push([width, height]);
      const level = {
        dims: [1, 10, height / 8, width / 8],
        data: new Float32Array((10 * height * width) / 64).fill(-20),
      };
      const masks = { dims: [1, 1, height / 4, width / 4], data: new Float32Array((height * width) / 16) };
      return { level8: level, prototypes: masks };
    };
    return { inputSizes, run, dispose: async () => {} };
  }

  const input = (width: number, height: number): Tensors => ({
    image: { dims: [1, 3, height, width], data: new Float32Array() },
  });
  const fail = async () => {
    throw new Error('not expected');
  };

  it('runs at one scale, or at a second, smaller one if the entry has a secondArea', async () => {
    const [one, two] = [session(), session()];
    await new Detector(oneScale, one).detect(photo, 0.3);
    await new Detector(twoScales, two).detect(photo, 0.3);
    expect(one.inputSizes).toEqual([[576, 448]]);
    expect(two.inputSizes).toEqual([
      [576, 448],
      [288, 224],
    ]);
  });

  it('lets the engine scale the photo, if it can', async () => {
    const { run, ...gpu } = session();
    const areas: number[][] = [];
    const runPhoto: Session['runPhoto'] = async (_photo, canvases) => {
      areas.push(canvases.map(({ width, height }) => width * height));
      return Promise.all(canvases.map(({ width, height }) => run(input(width, height))));
    };
    const { times } = await new Detector(twoScales, { ...gpu, run: fail, runPhoto }).detect(photo, 0.3);
    expect(areas).toEqual([[576 * 448, 288 * 224]]);
    expect(times.prepare).toBe(0);
  });

  it('scales the photo itself if the engine fails to, and does not ask it again', async () => {
    const gpu = session();
    let attempts = 0;
    const runPhoto = async () => {
      attempts += 1;
      throw new Error('the shader does not compile');
    };
    const detector = new Detector(oneScale, { ...gpu, runPhoto });
    await detector.detect(photo, 0.3);
    await detector.detect(photo, 0.3);
    expect(attempts).toBe(1);
    expect(gpu.inputSizes).toEqual([
      [576, 448],
      [576, 448],
    ]);
  });

  it('never exceeds the areas of the entry', () => {
    const side = fc.integer({ min: 40, max: 8000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const areas = detectorCanvases(twoScales, { width, height }).map(
          (canvas) => canvas.width * canvas.height,
        );
        expect(areas[0]).toBeLessThanOrEqual(262_144);
        expect(areas[1]).toBeLessThanOrEqual(65_536);
      }),
    );
  });
});
