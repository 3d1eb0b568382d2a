import { expect, it } from 'vitest';
import type { AnalysisImage } from '../../domain/analyzer.ts';
import { photosInTurn } from './photo-queue.ts';

/** Those with a capital are large. */
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
        if (id === 'torn') throw new Error('this photo is torn');
        return new TextEncoder().encode(id).buffer;
      },
    }),
  );
  return { list, read };
}

it('each comes with the one after it, and its photo is read once, two turns before its own', async () => {
  const { list, read } = images('a', 'b', 'c', 'd', 'e');
  const turns: string[] = [];
  for (const { image, next } of photosInTurn(list)) {
    turns.push(`${image.id} before ${next?.id}, read: ${read.join('')}`);
    for (const one of [image, next])
      if (one) expect(new TextDecoder().decode(await one.photo())).toBe(one.id);
  }
  expect(turns).toEqual([
    'a before b, read: abc',
    'b before c, read: abcd',
    'c before d, read: abcde',
    'd before e, read: abcde',
    'e before undefined, read: abcde',
  ]);
});

it('a large photo is neither read nor decoded before its turn', () => {
  const { list, read } = images('a', 'B', 'c');
  const turns = [...photosInTurn(list)].map(({ image, next }) => `${image.id} before ${next?.id}`);
  expect(turns).toEqual(['a before undefined', 'B before c', 'c before undefined']);
  expect(read.join('')).toBe('ac');
});

it('a photo that can not be read says so in its turn', async () => {
  const outcomes: string[] = [];
  for (const { image } of photosInTurn(images('a', 'torn', 'c').list))
    outcomes.push(
      await image.photo().then(
        () => 'read',
        (error: Error) => error.message,
      ),
    );
  expect(outcomes).toEqual(['read', 'this photo is torn', 'read']);
});

it('no images, no turns', () => {
  expect([...photosInTurn([])]).toEqual([]);
});
