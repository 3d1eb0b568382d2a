import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { manifestSchema } from '../../analysis/model-manifest.ts';
import { halvesToFloats } from '../../inference/onnx/half-float.ts';
import { listOutputNames } from '../../inference/self-test/golden-outputs.ts';
import { createGoldenInput } from '../../inference/self-test/golden-picture.ts';
import { loadModel } from './load-model.ts';
import { readManifest, readModelFile } from './model-files.ts';

const folder = fileURLToPath(new URL('../../../models/', import.meta.url));
const path = `${folder}manifest.json`;
const MEGABYTE = 1_000_000;

describe('the shipped models', async () => {
  const { models } = await readManifest(path);

  it('have a JSON schema with the same fields as the schema in the code', async () => {
    const schema = JSON.parse(await readFile(`${folder}manifest.schema.json`, 'utf8'));
    for (const { entries } of manifestSchema.entries.models.item.options) {
      const { required } = schema.$defs[entries.kind.literal] as { required: string[] };
      const wanted = Object.entries(entries).filter(([, { type }]) => type !== 'exact_optional');
      expect([...required, ...schema.$defs.model.required].sort()).toEqual(wanted.map(([key]) => key).sort());
      const { properties } = schema.$defs[entries.kind.literal];
      expect(Object.keys({ ...properties, ...schema.$defs.model.properties }).sort()).toEqual(
        Object.keys(entries).sort(),
      );
    }
  });

  it('have the recall of scratches and dents by size, for their detection limits', () => {
    for (const entry of models) {
      if (entry.kind !== 'detector' || !entry.types.some(({ role }) => role === 'damage')) continue;
      const curves = entry.types.flatMap(({ recall }) => recall ?? []);
      expect(entry.types.filter(({ recall }) => recall).map(({ name }) => name)).toEqual(['scratch', 'dent']);
      for (const { points } of curves) {
        expect(points).toEqual([...points].sort((a, b) => a.pixels - b.pixels));
        expect(points).toEqual([...points].sort((a, b) => a.recall - b.recall));
      }
    }
  });

  for (const entry of models) {
    describe(entry.name, () => {
      const tier = (entry.kind === 'detector' && entry.tier) || 'small';
      const megabytes = { small: 4, large: 20, server: 35 }[tier];
      it(`has all files of its manifest entry, and its int8 file is at most ${megabytes} MB`, async () => {
        for (const variant of entry.variants) {
          const content = await readModelFile(folder, variant);
          if (variant.precision === 'int8')
            expect(content.byteLength).toBeLessThanOrEqual(megabytes * MEGABYTE);
          await readModelFile(folder, variant.golden);
        }
      });

      it.each(entry.variants)('$precision reproduces its golden outputs', async ({ precision, golden }) => {
        const { session } = await loadModel(path, entry.name, { precision });
        const outputs = await session.run(createGoldenInput(entry));
        const expected = halvesToFloats(
          new Uint16Array((await readModelFile(folder, golden)).slice().buffer),
        );
        const actual = listOutputNames(entry).flatMap((name) => [...(outputs[name]?.data ?? [])]);
        expect(actual).toHaveLength(expected.length);
        const worst = Math.max(
          ...actual.map((value, index) => {
            const wanted = expected[index] ?? Number.NaN;
            return Math.abs(value - wanted) - golden.tolerance.relative * Math.abs(wanted);
          }),
        );
        expect(worst).toBeLessThanOrEqual(golden.tolerance.absolute);
      });
    });
  }
});
