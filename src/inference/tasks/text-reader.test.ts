import { describe, expect, it } from 'vitest';
import type { ModelEntry, TextRecognizerEntry } from '../../analysis/model-manifest.ts';
import { createColumns } from '../../analysis/text/character-columns.suite.ts';
import type { Session } from '../engines/engine.ts';
import { TextReader, toImageText } from './text-reader.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const shared = {
  version: '1.0.0',
  task: 'images_ocr',
  goldenSide: 64,
  variants: [],
  licence: '',
};
const input = {
  name: 'image',
  layout: 'NCHW' as const,
  colour: 'RGB' as const,
  range: [0, 1] as [0, 1],
  step: 32,
  area: 1_000_000,
};

/** Detects one line on every photo: a bar across the middle. */
const detector: { entry: ModelEntry; session: Session } = {
  entry: {
    ...shared,
    kind: 'text-detector',
    name: 'finder',
    input,
    output: 'text',
    boxes: { pixel: 0.3, line: 0.5, unclip: 1.5, smallest: 3 },
  },
  session: {
    async run({ image }) {
      const [height = 0, width = 0] = image?.dims.slice(2) ?? [];
      const data = new Float32Array(width * height);
      for (let y = Math.floor(height * 0.4); y < height * 0.6; y += 1)
        data.fill(0.9, y * width + Math.floor(width * 0.1), y * width + Math.floor(width * 0.9));
      return { text: { dims: [1, 1, height, width], data } };
    },
    dispose: async () => {},
  },
};

/** Reads the same text on every line. */
function recognizer(
  text: string,
  reads: TextRecognizerEntry['reads'],
  { isConfident = true, margins }: { isConfident?: boolean; margins?: number[] } = {},
): { entry: ModelEntry; session: Session } {
  const { data, count } = createColumns(text, ALPHABET, isConfident ? {} : { 0: ['9', 0.3] });
  const entry: TextRecognizerEntry = {
    ...shared,
    kind: 'text-recognizer',
    name: `reads ${text}`,
    input: { ...input, step: 8 },
    output: 'characters',
    height: 32,
    stride: 8,
    alphabet: ALPHABET,
    reads,
    ...(margins && { margins }),
  };
  const dims = [1, count, ALPHABET.length + 1];
  return { entry, session: { run: async () => ({ characters: { dims, data } }), dispose: async () => {} } };
}

const photo = {
  width: 200,
  height: 100,
  data: new Uint8ClampedArray(200 * 100 * 4).fill(128),
  original: { width: 800, height: 400 },
};

describe('TextReader', () => {
  const generalist = recognizer('HELLO1', ['TEXT', 'PLATE', 'VIN', 'ODOMETER']);

  it('gives each recognizer one vote per view, whatever its margins', async () => {
    const general = recognizer('AB123CE', ['TEXT', 'PLATE']);
    const plates = recognizer('AB123CD', ['PLATE'], { isConfident: false, margins: [0, 0.2] });
    const reader = new TextReader([detector, plates, general]);
    expect((await reader.read(photo, { imageType: 'PLATE' })).vehicle).toEqual({ plate: 'AB123CE' });
    expect((await reader.read(photo, { imageType: 'TEXT' })).fields).toEqual({ text: 'AB123CE' });
  });

  it('stops when different recognizers agree, not when one repeats itself', async () => {
    const runs: string[] = [];
    const recordRuns = (name: string, ...[text, reads, options]: Parameters<typeof recognizer>) => {
      const { entry, session } = recognizer(text, reads, options);
      const run: Session['run'] = (inputs) => {
        runs.push(name);
        return session.run(inputs);
      };
      return { entry: { ...entry, name }, session: { ...session, run } };
    };
    const first = recordRuns('first', 'AB123CD', ['TEXT', 'PLATE']);
    const second = recordRuns('second', 'AB123CD', ['PLATE'], { margins: [0, 0.1, 0.2] });
    const agreed = await new TextReader([detector, first, second]).read(photo, { imageType: 'PLATE' });
    expect(runs).toEqual(['first', 'second']);
    runs.length = 0;
    const other = recordRuns('other', 'AB723CD', ['PLATE'], { margins: [0, 0.1] });
    const disputed = await new TextReader([detector, first, other]).read(photo, { imageType: 'PLATE' });
    // 3 views, in each of them one reading of the first and two of the other.
    expect(runs).toEqual(Array(3).fill(['first', 'other', 'other']).flat());
    expect(agreed.confidence).toBeGreaterThan(0.9);
    expect(disputed.confidence).toBeLessThan(0.7);
    expect(disputed.fields.confidence).toBe(disputed.confidence);
  });

  it('stops at a VIN whose check digit is right', async () => {
    let runs = 0;
    const { entry, session } = recognizer('1HGBH41JXMN109186', ['TEXT', 'VIN']);
    const run: Session['run'] = (inputs) => {
      runs += 1;
      return session.run(inputs);
    };
    const silent = recognizer('', ['VIN']);
    const reader = new TextReader([detector, { entry, session: { ...session, run } }, silent]);
    const { vehicle, confidence } = await reader.read(photo, { imageType: 'VIN' });
    expect([vehicle.vin, runs]).toEqual(['1HGBH41JXMN109186', 1]);
    expect(confidence).toBeGreaterThan(0.9);
  });

  it('reads a plate of the country that the app names', async () => {
    const reader = new TextReader([detector, recognizer('ABC1D0O', ['TEXT', 'PLATE'])]);
    const read = async (country?: string) =>
      (await reader.read(photo, { imageType: 'PLATE', country })).vehicle.plate;
    expect(await read('BR')).toBe('ABC1D00');
    expect(await read('windscreen')).toBe(await read());
  });

  it('reads a plate with a general recognizer alone', async () => {
    const reader = new TextReader([detector, generalist]);
    expect((await reader.read(photo, { imageType: 'PLATE' })).vehicle).toEqual({ plate: 'HELLO1' });
  });

  it('throws if a model is missing, and names it', async () => {
    await expect(new TextReader([detector]).read(photo, { imageType: 'TEXT' })).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringContaining('reads TEXT'),
    });
    await expect(new TextReader([generalist]).read(photo, { imageType: 'TEXT' })).rejects.toThrow(
      /text-detector/,
    );
  });

  it('returns lines in pixels of the original photo', async () => {
    const reading = await new TextReader([detector, generalist]).read(photo, { imageType: 'TEXT' });
    const { content } = toImageText(reading, photo, 'TEXT');
    const [line] = content.lines as { polygon: [number, number][] }[];
    // The detected bar is 640 x 80 in the middle of 800 x 400. The box is expanded on each side.
    const [xs, ys] = [0, 1].map((axis) => (line?.polygon ?? []).map((point) => point[axis] ?? 0));
    expect(Math.min(...(xs ?? []))).toBeLessThan(80);
    expect(Math.max(...(xs ?? []))).toBeGreaterThan(720);
    expect(Math.min(...(ys ?? []))).toBeGreaterThan(80);
    expect(Math.max(...(ys ?? []))).toBeLessThan(320);
  });
});
