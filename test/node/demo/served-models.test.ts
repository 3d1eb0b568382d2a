import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Returns the names of the models that the app's development server serves. */
async function listServedModels(): Promise<string[]> {
  vi.resetModules();
  const { configFor } = await import('../../../demo/serve.ts');
  const server = await createServer({
    ...configFor(),
    logLevel: 'silent',
    server: { port: 0, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const response = await fetch(new URL('kerbside/models/manifest.json', server.resolvedUrls?.local[0]));
  const { models } = (await response.json()) as { models: { name: string }[] };
  return models.map(({ name }) => name);
}

test('the app serves the shipped models by default, also those for research', async () => {
  expect(await listServedModels()).toEqual(expect.arrayContaining(['damage', 'parts']));
});

test('the app serves the models of the folder MODELS', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-models-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const variants = [{ precision: 'int8', file: 'mine.onnx', golden: { file: 'mine.bin' } }];
  const manifest = { version: 1, models: [{ name: 'mine', licenceKind: 'free', variants }] };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  vi.stubEnv('MODELS', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(await listServedModels()).toEqual(['mine']);
});
