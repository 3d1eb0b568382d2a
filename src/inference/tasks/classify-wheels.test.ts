import { describe, expect, it } from 'vitest';
import { PADDING_GREY } from '../../analysis/detection/letterbox.ts';
import type { WheelAnalyserEntry } from '../../analysis/model-manifest.ts';
import type { Session, Tensors } from '../engines/engine.ts';
import { WheelClassifier } from './classify-wheels.ts';

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

/** White on the left, black on the right. */
const photo = {
  width: 40,
  height: 20,
  data: Uint8ClampedArray.from({ length: 40 * 20 * 4 }, (_, index) =>
    Math.floor(index / 4) % 40 < 20 ? 255 : 0,
  ),
  original: { width: 400, height: 200 },
};

describe('WheelClassifier', () => {
  it('classifies the crop only, and calibrates the scores', async () => {
    const classifier = new WheelClassifier(entry, session().session);
    const [white, black] = await classifier.classify(photo, [
      { x0: 0, y0: 0, x1: 20, y1: 20 },
      { x0: 20, y0: 0, x1: 40, y1: 20 },
    ]);
    expect(white?.face?.visible).toBeCloseTo(1 / (1 + Math.exp(-2)));
    expect(black?.face?.visible).toBeCloseTo(0.5);
  });

  it('keeps the aspect ratio of a crop at the border, and pads it with gray', async () => {
    const { inputsOfRuns, session: recording } = session();
    await new WheelClassifier(entry, recording).classify(photo, [{ x0: 0, y0: 0, x1: 10, y1: 20 }]);
    const { dims, data } = inputsOfRuns[0]?.crop ?? { dims: [], data: new Float32Array() };
    expect(dims).toEqual([1, 3, 8, 8]);
    expect([...data.subarray(0, 8)].map((value) => value.toFixed(2))).toEqual([
      ...Array<string>(4).fill('1.00'),
      ...Array<string>(4).fill(PADDING_GREY.toFixed(2)),
    ]);
  });

  it('throws if the model lacks the output that its entry names', async () => {
    const classifier = new WheelClassifier(entry, session('other').session);
    await expect(classifier.classify(photo, [{ x0: 0, y0: 0, x1: 20, y1: 20 }])).rejects.toMatchObject({
      code: 'model_invalid',
    });
  });
});
