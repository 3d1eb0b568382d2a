import { describe, expect, it } from 'vitest';
import type { Detection } from '../../analysis/detection/detections.ts';
import type { WheelAnalyserEntry } from '../../analysis/model-manifest.ts';
import { PADDING_GREY } from '../../analysis/pixels/letterbox.ts';
import type { PhotoRegion } from '../../photo/decoded-photo.ts';
import type { Session, Tensors } from '../engine.ts';
import { analyseWheels, WheelAnalyser, wheelDetailSide } from './analyse-wheels.ts';

const entry: WheelAnalyserEntry = {
  kind: 'wheel-analyser',
  name: 'wheel-crops',
  version: '1.0.0',
  task: 'wheel_analysis',
  input: { name: 'crop', layout: 'NCHW', colour: 'RGB', range: [0, 1], step: 8, area: 64 },
  goldenSide: 8,
  variants: [],
  licence: '',
  output: 'labels',
  side: 8,
  heads: [{ name: 'face', labels: ['visible', 'hidden'], calibration: { slope: 2, offsets: [0, 0] } }],
};

/** A model that records its inputs. The score of the label `visible` is the mean of the red channel. */
function session(output = 'labels') {
  const inputsOfRuns: Tensors[] = [];
  const run: Session['run'] = async (inputs) => {
    inputsOfRuns.push(structuredClone(inputs));
    const red = inputs.crop?.data.subarray(0, 64) ?? new Float32Array();
    const mean = red.reduce((sum, value) => sum + value, 0) / 64;
    return { [output]: { dims: [1, 2], data: Float32Array.of(mean, 0) } };
  };
  return { inputsOfRuns, session: { run, dispose: async () => undefined } };
}

/** A crop of one gray. */
const createWheel = (gray: number, width = 20, height = 20) => ({
  width,
  height,
  data: new Uint8ClampedArray(4 * width * height).fill(gray),
});

describe('wheelDetailSide', () => {
  it.each([
    { width: 640, height: 480, side: 640 },
    { width: 2560, height: 1440, side: 2560 },
    { width: 3264, height: 2448, side: 1632 },
    { width: 3000, height: 4000, side: 2000 },
    { width: 4160, height: 3120, side: 2080 },
    { width: 8064, height: 6048, side: 2016 },
  ])('cuts the wheels of a photo of $width x $height out of $side pixels', ({ width, height, side }) => {
    expect(wheelDetailSide({ width, height })).toBe(side);
  });
});

describe('analyseWheels', () => {
  const photo = { ...createWheel(0, 10, 10), original: { width: 1000, height: 1000 } };
  const wheel: Detection = {
    type: 'wheel',
    confidence: 0.9,
    box: { x0: 200, y0: 400, x1: 300, y1: 500 },
    polygons: [],
  };

  it('copies the square around each wheel from the detail of the photo', async () => {
    const copied: PhotoRegion[] = [];
    const copy = async (region: PhotoRegion) => {
      copied.push(region);
      return createWheel(255, region.width, region.height);
    };
    const openDetail = async () => ({ width: 500, height: 500, copy, close: () => {} });
    const analyser = new WheelAnalyser(entry, session().session);
    const [found] = await analyseWheels([wheel], analyser, { photo, openDetail });
    expect(copied).toEqual([{ x: 94, y: 194, width: 62, height: 62 }]);
    expect(found?.confidences.face?.visible).toBeCloseTo(1 / (1 + Math.exp(-2)));
  });

  it('does not wait for the detail of a photo without wheels', async () => {
    const openDetail = () => Promise.reject(new Error('not needed'));
    const analyser = new WheelAnalyser(entry, session().session);
    expect(await analyseWheels([], analyser, { photo, openDetail })).toEqual([]);
  });
});

describe('WheelAnalyser', () => {
  it('analyses each crop, and calibrates the scores', async () => {
    const analyser = new WheelAnalyser(entry, session().session);
    const [white, black] = await analyser.analyse([createWheel(255), createWheel(0)]);
    expect(white?.face?.visible).toBeCloseTo(1 / (1 + Math.exp(-2)));
    expect(black?.face?.visible).toBeCloseTo(0.5);
  });

  it('keeps the aspect ratio of a crop at the border, and pads it with gray', async () => {
    const { inputsOfRuns, session: recording } = session();
    await new WheelAnalyser(entry, recording).analyse([createWheel(255, 10, 20)]);
    const { dims, data } = inputsOfRuns[0]?.crop ?? { dims: [], data: new Float32Array() };
    expect(dims).toEqual([1, 3, 8, 8]);
    expect([...data.subarray(0, 8)].map((value) => value.toFixed(2))).toEqual([
      ...Array<string>(4).fill('1.00'),
      ...Array<string>(4).fill(PADDING_GREY.toFixed(2)),
    ]);
  });

  it('throws if the model lacks the output that its entry names', async () => {
    const analyser = new WheelAnalyser(entry, session('other').session);
    await expect(analyser.analyse([createWheel(0)])).rejects.toMatchObject({
      code: 'model_invalid',
    });
  });
});
