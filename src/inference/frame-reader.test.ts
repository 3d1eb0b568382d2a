import { expect, it } from 'vitest';
import { jpegPhoto } from '../../test/fixtures/photos.ts';
import type { Analyzer } from '../domain/task/analyzer.ts';
import { createFrameReader } from './frame-reader.ts';

it('gives every side photo an id of its own, also those of several readers: detections are remembered by it', async () => {
  const ids: string[] = [];
  const analyze: Analyzer['analyze'] = async ({ images }) => {
    ids.push(...images.map(({ id }) => id));
    return { createdBy: { model: 'damage', version: '1', engine: 'test' } };
  };
  const unused = () => Promise.reject(new Error('not used in this test'));
  const deps = {
    library: { manifest: unused },
    pool: { run: unused, runOnAnyEngine: unused },
    analyzer: { analyze },
  };
  const [first, second] = [createFrameReader(deps), createFrameReader(deps)];
  const photo = new Blob([await jpegPhoto({ seed: 1, width: 64, height: 48 })]);
  for (const reader of [first, first, second]) await reader.findDamages({ photo });
  expect(new Set(ids).size).toBe(3);
});
