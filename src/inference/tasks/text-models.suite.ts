import type { ModelEntry, TextRecognizerEntry } from '../../analysis/model-manifest.ts';
import { createColumns } from '../../analysis/text/character-columns.suite.ts';
import type { Session } from '../engine.ts';

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
export const detector: { entry: ModelEntry; session: Session } = {
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
export function recognizer(
  text: string,
  reads: TextRecognizerEntry['reads'],
  {
    isConfident = true,
    doubts = isConfident ? {} : { 0: ['9', 0.3] },
    margins,
  }: { isConfident?: boolean; doubts?: Parameters<typeof createColumns>[2]; margins?: number[] } = {},
): { entry: ModelEntry; session: Session } {
  const { data, count } = createColumns(text, ALPHABET, doubts);
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

/** Detects three lines of different heights, one below the other. */
export const threeLines: typeof detector = {
  ...detector,
  session: {
    ...detector.session,
    async run({ image }) {
      const [height = 0, width = 0] = image?.dims.slice(2) ?? [];
      const data = new Float32Array(width * height);
      const bars = [
        [0.05, 0.3],
        [0.45, 0.53],
        [0.75, 0.79],
      ] as const;
      for (const [top, bottom] of bars)
        for (let y = Math.floor(height * top); y < height * bottom; y += 1)
          data.fill(0.9, y * width + Math.floor(width * 0.1), y * width + Math.floor(width * 0.7));
      return { text: { dims: [1, 1, height, width], data } };
    },
  },
};

/** Reads one text per shape of line: the first on the highest. */
export function readsByPlace(
  name: string,
  reads: TextRecognizerEntry['reads'],
  texts: readonly string[],
  seen: string[],
): { entry: ModelEntry; session: Session } {
  const { entry, session } = recognizer('', reads);
  const run: Session['run'] = async ({ image }) => {
    const width = image?.dims[3] ?? 0;
    const text = texts[width < 130 ? 0 : width < 260 ? 1 : 2] ?? '';
    seen.push(`${name} ${text}`);
    const { data, count } = createColumns(text.replaceAll(' ', ''), ALPHABET);
    return { characters: { dims: [1, count, ALPHABET.length + 1], data } };
  };
  return { entry: { ...entry, name }, session: { ...session, run } };
}

export const photo = {
  width: 200,
  height: 100,
  data: new Uint8ClampedArray(200 * 100 * 4).fill(128),
  original: { width: 800, height: 400 },
};
