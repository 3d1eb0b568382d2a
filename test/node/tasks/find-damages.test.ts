import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { findDamages } from '../../../src/inference/frames/find-damages.ts';
import { createNodeAnalyzer } from '../../../src/node/models/node-analyzer.ts';
import { NodeModels } from '../../../src/node/models/node-models.ts';
import { MODELS_FOLDER } from '../../../src/node/package-files.ts';

const models = new NodeModels({ folder: MODELS_FOLDER, threads: 1, onFallback: () => {} });
afterAll(() => models.dispose());

test('finds the scratch of the sample car before a task starts, with its part and its share of the photo', async () => {
  const bytes = await readFile(new URL('../../../demo/sample/photos/check-out/left.webp', import.meta.url));
  const photo = new Blob([bytes], { type: 'image/webp' });
  const analyzer = createNodeAnalyzer(models, 'small');
  const { signal } = new AbortController();
  const found = await findDamages(analyzer, { photo, viewpoint: 'left' }, 'photo', signal);
  expect(found).toEqual([
    {
      damageType: 'scratch',
      partType: expect.stringMatching(/_left$/),
      confidence: expect.any(Number),
      area: expect.any(Number),
    },
  ]);
  expect(found[0]?.area).toBeGreaterThan(0);
  expect(found[0]?.area).toBeLessThan(0.1);
});
