import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '../../src/analysis/model-manifest.ts';
import { nodeGoldenRun } from '../fixtures/node-golden-run.ts';
import { patchModels } from '../fixtures/patch-models.ts';

/**
 * Replaces the damage, part and wheel models in a folder of shipped models with those of patch-models.ts, whose
 * self-tests and runs take milliseconds. Keeps the OCR models.
 */
export async function lightenModels(folder: string): Promise<void> {
  const path = join(folder, 'manifest.json');
  const shipped = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  const { 'manifest.json': manifest, ...files } = await patchModels(nodeGoldenRun);
  const light = JSON.parse(new TextDecoder().decode(manifest)) as Manifest;
  const readers = shipped.models.filter(({ task }) => task === 'images_ocr');
  await writeFile(path, JSON.stringify({ ...light, models: [...light.models, ...readers] }));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}
