import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pickCells } from '../../analysis/detection/candidate-cells.ts';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import { fitCanvas } from '../../analysis/pixels/model-canvas.ts';
import type { PhotoCanvas } from '../../analysis/pixels/pixel-region.ts';
import { chooseEighths } from '../../node/photo/jpeg-scaling.ts';
import { fitWithin } from '../../photo/decoded-photo.ts';
import type { Session, Tensors } from '../engine.ts';
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
    expect(detectorDecodeSide({ entry }, { width, height })).toBe(side);
  });

  it('returns a side that decoders reach by halving, at least as large as the canvas needs', () => {
    const side = fc.integer({ min: 400, max: 8000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const photo = { width, height };
        const most = detectorDecodeSide({ entry }, photo);
        const eighths = chooseEighths(photo, fitWithin(photo, most));
        expect([1, 2, 4, 8]).toContain(eighths);
        expect(eighths / 8).toBeGreaterThanOrEqual(Math.min(1, fitCanvas(width, height, limits).scale));
      }),
    );
  });
});

describe('detectorDecodeSide of a detector that runs on crops', () => {
  const twoScales = { ...entry, secondArea: 131_072 } as DetectorEntry;

  it.each([
    [1100, 825, 1152], // as without crops: the photo is not scaled
    [1600, 1200, 1600],
    [3000, 2250, 1500],
    [4032, 3024, 1008],
    [8064, 6048, 1008],
  ])('returns the side for a photo of %i x %i: %i', (width, height, side) => {
    expect(detectorDecodeSide({ entry: twoScales, crops: 2 }, { width, height })).toBe(side);
  });

  it('fills the canvas of a crop, and holds at most four times its pixels', () => {
    const side = fc.integer({ min: 400, max: 8000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const most = detectorDecodeSide({ entry: twoScales, crops: 1 }, { width, height });
        const { width: columns, height: rows } = fitCanvas(width, height, { step: 32, area: 131_072 });
        const needed = Math.max(columns, rows) / 0.4;
        if (Math.max(width, height) >= needed) expect(most).toBeGreaterThanOrEqual(needed - 1);
        expect(most).toBeLessThanOrEqual(2 * needed + 2);
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
    await new Detector(twoScales, { ...gpu, run: fail, runPhoto }).detect(photo, 0.3);
    expect(areas).toEqual([[576 * 448, 288 * 224]]);
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

  describe('that looks closer', () => {
    /** Canvases of 64 x 64 and 32 x 32; a crop of 0.4 of the sides of a photo of 400 pixels has 1.25 times the scale. */
    const small: DetectorEntry = { ...oneScale, input: { ...oneScale.input, area: 4096 }, secondArea: 1024 };
    const createPhoto = (side: number) => ({
      data: new Uint8ClampedArray(4 * side * side),
      width: side,
      height: side,
      original: { width: side, height: side },
    });

    /** One candidate: its score, cell, and the sides' distances in strides. */
    interface Found {
      score: number;
      cell: [column: number, row: number];
      sides: [left: number, top: number, right: number, bottom: number];
    }
    const NOTHING = { whole: [], levels: [], minLogits: new Float32Array() };
    const uncertain: Found = { score: 0.6, cell: [4, 4], sides: [0.5, 0.5, 0.5, 0.5] };
    const onCrop: Found = { score: 0.9, cell: [1, 1], sides: [0, 0, 1, 1] };

    function createOutputs(side: number, found: Found | undefined): Tensors {
      const cells = (side / 8) ** 2;
      const data = new Float32Array(10 * cells).fill(-20);
      if (found) {
        const at = found.cell[1] * (side / 8) + found.cell[0];
        const bins = found.sides.flatMap((length) => [Math.log(1 - length + 1e-9), Math.log(length + 1e-9)]);
        const logit = Math.log(found.score / (1 - found.score));
        [logit, ...bins, 1].forEach((value, channel) => {
          data[channel * cells + at] = value;
        });
      }
      const masks = new Float32Array((side * side) / 16).fill(3);
      return {
        level8: { dims: [1, 10, side / 8, side / 8], data },
        prototypes: { dims: [1, 1, side / 4, side / 4], data: masks },
      };
    }

    /** A model that finds these, one after the other: on the two scales, then on crops. Runs on regions, as a GPU does. */
    function createSession(...found: (Found | undefined)[]) {
      const calls: (readonly PhotoCanvas[])[] = [];
      const runPhoto: Session['runPhoto'] = async (_photo, canvases) => {
        calls.push(canvases);
        return canvases.map(({ width }) => createOutputs(width, found.shift()));
      };
      return { calls, session: { run: fail, runPhoto, dispose: async () => {} } satisfies Session };
    }

    it('runs again on a crop around an uncertain detection, and merges what it finds there', async () => {
      const { calls, session: gpu } = createSession(uncertain, undefined, onCrop);
      const { detections, crops } = await new Detector(small, gpu).detect(createPhoto(400), 0.1, {
        crops: 2,
      });
      expect(calls.map((canvases) => canvases.map(({ width, region }) => ({ width, region })))).toEqual([
        [
          { width: 64, region: undefined },
          { width: 32, region: undefined },
        ],
        [{ width: 32, region: { x: 145, y: 145, width: 160, height: 160 } }],
      ]);
      expect(crops).toBe(1);
      expect(detections).toEqual([
        expect.objectContaining({ confidence: expect.closeTo(0.65 * 0.3 + 0.35 * 0.9, 5) }),
      ]);
      // Between 200 to 250 of the whole photo and 205 to 245 of the crop.
      expect(detections[0]?.box.x0).toBeCloseTo((0.195 * 200 + 0.315 * 205) / 0.51, 3);
    });

    it('needs only the candidates and the prototypes of an engine, and detects the same with them', async () => {
      // At the second scale, the same object has a score that counts only together with the first.
      const weaker: Found = { score: 0.02, cell: [2, 2], sides: [0.5, 0.5, 0, 0] };
      const found = () => createSession(uncertain, weaker, onCrop).session;
      const dense = found();
      const picking: Session = {
        ...dense,
        runPhoto: async (picture, canvases, { whole, levels, minLogits } = NOTHING) =>
          (await dense.runPhoto(picture, canvases)).map((outputs) =>
            Object.fromEntries(
              Object.entries(outputs).flatMap(([name, map]) => {
                if (whole.includes(name)) return [[name, map]];
                return levels.includes(name) ? [[name, pickCells(map, minLogits)]] : [];
              }),
            ),
          ),
      };
      const detect = async (gpu: Session) =>
        (await new Detector(small, gpu).detect(createPhoto(400), 0.1, { crops: 2 })).detections;
      const detections = await detect(picking);
      expect(detections).toHaveLength(1);
      expect(detections).toEqual(await detect(found()));
    });

    it('needs no prototypes if it decodes no masks', async () => {
      const asked: unknown[] = [];
      const { session: gpu } = createSession(uncertain, undefined);
      const runPhoto: Session['runPhoto'] = (picture, canvases, selection) => {
        asked.push([selection?.whole, selection?.levels]);
        return gpu.runPhoto(picture, canvases);
      };
      const detector = new Detector(small, { ...gpu, runPhoto });
      const { detections } = await detector.detect(createPhoto(400), 0.1, { hasMasks: false });
      expect(detections).toHaveLength(1);
      expect(asked).toEqual([[[], ['level8']]]);
    });

    it('confirms a detection that is below the threshold', async () => {
      const weak = { ...uncertain, score: 0.3 };
      const detect = async (crops: number) =>
        (
          await new Detector(small, createSession(weak, undefined, onCrop).session).detect(
            createPhoto(400),
            0.3,
            { crops },
          )
        ).detections;
      expect(await detect(0)).toEqual([]);
      expect(await detect(1)).toHaveLength(1);
    });

    it.each([
      ['without an uncertain detection', [{ ...uncertain, score: 0.01 }], 400, 2],
      ['on a photo that has no more pixels than the canvas', [uncertain], 64, 2],
      ['if no crop is allowed', [uncertain], 400, 0],
    ] as const)('does not run again %s', async (_case, found, side, crops) => {
      const { calls, session: gpu } = createSession(...found);
      const result = await new Detector(small, gpu).detect(createPhoto(side), 0.1, { crops });
      expect(calls).toHaveLength(1);
      expect(result.crops).toBe(0);
    });

    it('runs on the same tensors if the engine does not scale photos', async () => {
      const found = [uncertain, undefined, onCrop];
      const sizes: (readonly number[])[] = [];
      const run = async ({ image }: Tensors): Promise<Tensors> => {
        sizes.push(image?.dims ?? []);
        return createOutputs(image?.dims[3] ?? 0, found.shift());
      };
      const cpu = { run, dispose: async () => {} };
      const { detections } = await new Detector(small, cpu).detect(createPhoto(400), 0.1, { crops: 2 });
      expect(sizes).toEqual([
        [1, 3, 64, 64],
        [1, 3, 32, 32],
        [1, 3, 32, 32],
      ]);
      const gpu = createSession(uncertain, undefined, onCrop).session;
      const onGpu = await new Detector(small, gpu).detect(createPhoto(400), 0.1, { crops: 2 });
      expect(detections).toEqual(onGpu.detections);
    });
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
