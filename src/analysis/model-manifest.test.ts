import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type ModelEntry, manifestSchema, selectVariant } from './model-manifest.ts';

const FILE = { file: 'm.onnx', bytes: 1, sha256: 'a'.repeat(64) };
const GOLDEN = { ...FILE, tolerance: { absolute: 0.02, relative: 0.01 } };
const int8 = { precision: 'int8' as const, ...FILE, golden: GOLDEN };
const fp16 = { precision: 'fp16' as const, ...FILE, golden: GOLDEN };
const agreeing = { ...fp16, agreement: { detections: 9, changed: 0 } };

function createModel(variants: ModelEntry['variants']): ModelEntry {
  return {
    kind: 'wheel-analyser',
    name: 'm',
    version: '1.0.0',
    task: 'wheel_analysis',
    input: { name: 'x', layout: 'NCHW', colour: 'RGB', range: [0, 1], step: 32, area: 1024 },
    goldenSide: 32,
    variants,
    licence: 'own',
    output: 'y',
    side: 32,
    heads: [],
  };
}

describe('selectVariant', () => {
  it('returns the file of the precision if it changes no detection', () => {
    expect(selectVariant(createModel([int8, agreeing]), 'fp16')).toBe(agreeing);
    expect(selectVariant(createModel([int8, fp16]), 'fp16')).toBe(int8);
  });

  it('returns the int8 file in any order of the files', () => {
    expect(selectVariant(createModel([fp16, int8]), 'fp16')).toBe(int8);
  });

  it('returns the only file', () => {
    expect(selectVariant(createModel([fp16]), 'int8')).toBe(fp16);
  });
});

describe('manifestSchema', () => {
  const accepts = (variant: object) =>
    v.safeParse(manifestSchema, { formatVersion: 1, models: [{ ...createModel([]), variants: [variant] }] })
      .success;

  it('accepts the hashes that the JSON schema accepts', async () => {
    const { $defs } = JSON.parse(await readFile('models/manifest.schema.json', 'utf8'));
    const pattern = new RegExp($defs.file.properties.sha256.pattern);
    for (const sha256 of [FILE.sha256, FILE.sha256.toUpperCase(), `0x${'a'.repeat(62)}`])
      expect(accepts({ ...int8, sha256 })).toBe(pattern.test(sha256));
  });

  it('accepts the tolerances that the JSON schema accepts', async () => {
    const { $defs } = JSON.parse(await readFile('models/manifest.schema.json', 'utf8'));
    const { golden } = $defs.model.properties.variants.items.properties;
    for (const name of ['absolute', 'relative']) {
      expect(golden.properties.tolerance.properties[name]).toEqual({ type: 'number', exclusiveMinimum: 0 });
      const tolerance = { ...GOLDEN.tolerance, [name]: 0 };
      expect(accepts({ ...int8, golden: { ...GOLDEN, tolerance } })).toBe(false);
    }
  });
});
