import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { modelFiles } from '../../../demo/build/model-files.ts';

test('the app serves the shipped models by default', () => {
  expect(modelFiles()['models/manifest.json']).toMatch(/models.manifest\.json$/);
});

test('the app serves the models of the folder MODELS', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-models-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['manifest.json', 'damage.int8.onnx', 'damage.md'])
    await writeFile(join(folder, name), '');
  vi.stubEnv('MODELS', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(modelFiles()).toEqual({
    'models/damage.int8.onnx': join(folder, 'damage.int8.onnx'),
    'models/manifest.json': join(folder, 'manifest.json'),
  });
});
