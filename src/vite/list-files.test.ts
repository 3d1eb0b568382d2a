import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Manifest } from '../analysis/model-manifest.ts';
import { listModelFiles, listWorkerFiles, type ModelSelection } from './list-files.ts';

const models = fileURLToPath(new URL('../../models', import.meta.url));

function select(selection: Partial<ModelSelection>) {
  const files = listModelFiles(models, {
    tasks: undefined,
    licence: 'free',
    precisions: ['int8'],
    ...selection,
  });
  const [manifest] = files.map(([, file]) => file);
  const content = manifest && 'content' in manifest ? (JSON.parse(manifest.content) as Manifest) : undefined;
  return { paths: files.map(([path]) => path), names: content?.models.map(({ name }) => name) };
}

test('by default only free models are served, with their golden outputs', () => {
  const { paths, names } = select({});
  expect(names).toEqual(['text-detector', 'text-recognizer', 'code-reader', 'damage-free']);
  expect(paths).toContain('kerbside/models/damage-free.int8.onnx');
  expect(paths).toContain('kerbside/models/damage-free.int8.golden.bin');
  expect(paths.filter((path) => path.includes('fp16'))).toEqual([]);
});

test('a task brings the models that it runs, and no others', () => {
  expect(select({ tasks: ['damage_detection'] }).names).toEqual(['damage-free']);
  expect(select({ tasks: ['damage_detection'], licence: 'research' }).names).toEqual([
    'damage',
    'parts',
    'damage-large',
  ]);
  expect(select({ tasks: ['repair_estimate'] }).names).toEqual([]);
});

test('a model without the precision that was asked for keeps its files', () => {
  const { paths } = select({ licence: 'research', tasks: ['damage_detection'], precisions: ['fp16'] });
  expect(paths).toContain('kerbside/models/damage.fp16.onnx');
  expect(paths).toContain('kerbside/models/damage-large.int8.onnx');
});

test('an engine brings its worker and runtime; the worker of reports is always served', () => {
  const paths = listWorkerFiles('/workers', ['tfjs']).map(([path]) => path);
  expect(paths).toEqual([
    'kerbside/workers/report.js',
    'kerbside/workers/tfjs.js',
    'kerbside/workers/tfjs-backend-wasm.wasm',
    'kerbside/workers/tfjs-backend-wasm-simd.wasm',
  ]);
});
