import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../test/fixtures/random.ts';

export interface LabelledPhoto {
  path: string;
  /** The source collection. Collections differ in how their photos were taken. */
  set: string;
  /** Near-duplicates share a group, so that a split by group keeps them on one side. */
  group: string;
}

export type Half = 'tune' | 'report';

const data = new URL('../../../shared/data/', import.meta.url);
const shards = ['damage/s1', 'damage/s2', 'damage/s3', 'damage/s4', 'parts/s1', 'wheels/s1'];

export function photosArePresent(): boolean {
  return existsSync(data);
}

/** Returns one photo per group of one half of the validation groups, in seeded order. */
export function samplePhotos(half: Half, count: number, seed: number): LabelledPhoto[] {
  const random = seededRandom(seed);
  const byGroup = new Map<string, LabelledPhoto>();
  for (const photo of shards.flatMap(validationPhotos)) {
    if (!byGroup.has(photo.group)) byGroup.set(photo.group, photo);
  }
  const shuffled = [...byGroup.values()]
    .sort((a, b) => (a.group < b.group ? -1 : 1))
    .map((photo) => ({ photo, key: random.next(), half: random.next() < 0.5 ? 'tune' : 'report' }))
    .sort((a, b) => a.key - b.key);
  return shuffled
    .filter((entry) => entry.half === half)
    .slice(0, count)
    .map((entry) => entry.photo);
}

function validationPhotos(shard: string): LabelledPhoto[] {
  const index = new URL(`${shard}/index.json`, data);
  if (!existsSync(index)) return [];
  const records = JSON.parse(readFileSync(index, 'utf8')) as Record<string, unknown>[];
  return records
    .filter((record) => record.split === 'val')
    .map((record) => ({
      path: fileURLToPath(new URL(`${shard}/${String(record.file)}`, data)),
      set: String(record.set),
      group: String(record.group),
    }));
}
