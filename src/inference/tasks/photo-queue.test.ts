import { expect, it } from 'vitest';
import type { AnalysisImage } from '../../domain/task/analyzer.ts';
import { queueImages } from './photo-queue.ts';

/** Creates images. An id with a capital letter is a large photo. */
function images(...ids: string[]) {
  const read: string[] = [];
  const list = ids.map(
    (id): AnalysisImage => ({
      id,
      name: id,
      imageWidth: id < 'a' ? 8064 : 4032,
      imageHeight: id < 'a' ? 6048 : 3024,
      mimetype: 'image/jpeg',
      photo: async () => {
        read.push(id);
        if (id === 'truncated') throw new Error('this photo is truncated');
        return new TextEncoder().encode(id).buffer;
      },
    }),
  );
  return { list, read };
}

it('yields each image with the next one, and reads each photo once, 2 steps ahead', async () => {
  const { list, read } = images('a', 'b', 'c', 'd', 'e');
  const steps: string[] = [];
  for (const { image, next } of queueImages(list)) {
    steps.push(`${image.id} then ${next?.id}, read: ${read.join('')}`);
    for (const one of [image, next])
      if (one) expect(new TextDecoder().decode(await one.photo())).toBe(one.id);
  }
  expect(steps).toEqual([
    'a then b, read: abc',
    'b then c, read: abcd',
    'c then d, read: abcde',
    'd then e, read: abcde',
    'e then undefined, read: abcde',
  ]);
});

it('does not read or decode a large photo ahead', () => {
  const { list, read } = images('a', 'B', 'c');
  const steps = [...queueImages(list)].map(({ image, next }) => `${image.id} then ${next?.id}`);
  expect(steps).toEqual(['a then undefined', 'B then c', 'c then undefined']);
  expect(read.join('')).toBe('ac');
});

it('rejects an unreadable photo when it is processed', async () => {
  const outcomes: string[] = [];
  for (const { image } of queueImages(images('a', 'truncated', 'c').list))
    outcomes.push(
      await image.photo().then(
        () => 'read',
        (error: Error) => error.message,
      ),
    );
  expect(outcomes).toEqual(['read', 'this photo is truncated', 'read']);
});

it('yields nothing without images', () => {
  expect([...queueImages([])]).toEqual([]);
});
