import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { seededRandom } from '../fixtures/random.ts';
import { type Files, testEngineAgreement } from './engine-agreement.ts';

const data = new URL('../../../shared/data/', import.meta.url);
const SHARDS = ['damage/s1', 'damage/s2', 'damage/s3', 'damage/s4', 'parts/s1', 'wheels/s1'];

/** Uses unchanged real photos, and one enlarged to the size of a 12-megapixel phone photo. */
testEngineAgreement(async () => {
  const files: Files = {};
  for (const [nth, path] of samplePhotos(6, 4).entries())
    files[`/real-${nth}.webp`] = new Uint8Array(await readFile(path));
  const large = sharp(files['/real-0.webp']).resize({ width: 4000, height: 4000, fit: 'inside' });
  files['/real-0-large.jpg'] = new Uint8Array(await large.jpeg({ quality: 88 }).toBuffer());
  return files;
});

/** Returns the paths of validation photos in seeded order. Near-duplicates share a group: one of each is used. */
function samplePhotos(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  const byGroup = new Map<string, string>();
  for (const { group, path } of SHARDS.flatMap(readValidationPhotos))
    if (!byGroup.has(group)) byGroup.set(group, path);
  return [...byGroup]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, path]) => ({ path, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ path }) => path);
}

function readValidationPhotos(shard: string): { group: string; path: string }[] {
  const index = new URL(`${shard}/index.json`, data);
  if (!existsSync(index)) return [];
  const records = JSON.parse(readFileSync(index, 'utf8')) as Record<string, unknown>[];
  return records
    .filter(({ split }) => split === 'val')
    .map(({ file, group }) => ({
      group: String(group),
      path: fileURLToPath(new URL(`${shard}/${String(file)}`, data)),
    }));
}
