import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { nodeGoldenRun } from '../../../test/fixtures/node-golden-run.ts';
import { patchModels } from '../../../test/fixtures/patch-models.ts';
import type { ModelEntry } from '../../analysis/model-manifest.ts';
import { NodeModels } from './node-models.ts';

// Proves fault F7.
test('a model that could not be loaded is loaded by the next call, without a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-models-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = Object.entries(await patchModels(nodeGoldenRun, ['damage']));
  const write = async (isWanted: (name: string) => boolean) => {
    for (const [name, content] of files) if (isWanted(name)) await writeFile(join(folder, name), content);
  };
  const models = new NodeModels({ folder, threads: 1, onFallback: () => {} });
  onTestFinished(() => models.dispose());

  await expect(models.loadManifest()).rejects.toMatchObject({ code: 'model_unavailable' });
  await write((name) => name === 'manifest.json');
  const [entry] = (await models.loadManifest()).models as [ModelEntry];

  await expect(models.load(entry)).rejects.toMatchObject({ code: 'model_unavailable' });
  expect(await models.describeLoaded()).toBe('');
  await write((name) => name !== 'manifest.json');
  expect((await models.load(entry)).entry.name).toBe('damage');
  expect(await models.load(entry)).toBe(await models.load(entry));
});
