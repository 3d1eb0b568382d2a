import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDamages } from '../../../src/inference/frames/find-damages.ts';
import { createNodeAnalyzer } from '../../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../../src/node/models/node-models.ts';
import { CLOSER_PATCH, CLOSER_SIZE, closerPatch } from '../../fixtures/closer-patch.ts';
import { nodeGoldenRun } from '../../fixtures/node-golden-run.ts';
import { patchModels } from '../../fixtures/patch-models.ts';

let folder = '';
let models: NodeModels;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kerbside-closer-'));
  const files = await patchModels(nodeGoldenRun, ['damage-closer']);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  models = new NodeModels({ folder, threads: 1, onFallback: () => {} });
}, 120_000);
afterAll(async () => {
  await models.dispose();
  await rm(folder, { recursive: true });
});

async function find(svg: string, refine: boolean) {
  const photo = new Blob([new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer())]);
  const analyzer = createNodeAnalyzer(models, 'large', refine);
  return findDamages(analyzer, { photo }, 'photo', new AbortController().signal);
}

it('looks closer at a damage that is uncertain on the whole photo, unless it is switched off', async () => {
  expect(await find(closerPatch(), false)).toEqual([]);
  const [scratch, ...others] = await find(closerPatch(), true);
  expect(others).toEqual([]);
  expect(scratch).toMatchObject({ damageType: 'scratch' });
  // One and a half cells: the photo's border cuts the box.
  const share = (CLOSER_PATCH.side / CLOSER_SIZE.width) * (CLOSER_PATCH.side / CLOSER_SIZE.height);
  expect(scratch?.area).toBeGreaterThan(share);
  expect(scratch?.area).toBeLessThan(4 * share);
}, 120_000);

it('finds nothing on a gray photo, however close it looks', async () => {
  const { width, height } = CLOSER_SIZE;
  const gray = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="#888"/></svg>`;
  expect(await find(gray, true)).toEqual([]);
}, 120_000);
