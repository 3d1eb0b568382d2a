import { expect, it } from 'vitest';
import type { AnalysisImage } from '../../domain/task/analyzer.ts';
import { KerbsideError } from '../../errors.ts';
import { type ModelRun, processImages, queueImages } from './process-images.ts';

const createImage = (id: string): AnalysisImage => ({
  id,
  name: `${id}.jpg`,
  imageWidth: 4,
  imageHeight: 3,
  mimetype: 'image/jpeg',
  photo: async () => new ArrayBuffer(1),
});
const images = ['a', 'b', 'c', 'd', 'e'].map(createImage);

/** Starts the images. Each run ends when `end` is called with its id. */
function start(atOnce: number) {
  const running = new Map<string, { end(): void; fail(error: Error): void }>();
  const started: string[] = [];
  const progress: number[] = [];
  const result = processImages(
    { images, signal: new AbortController().signal, onProgress: (done) => progress.push(done) },
    atOnce,
    ({ image: { id }, next }) =>
      new Promise<ModelRun<string>>((resolve, reject) => {
        started.push(next ? `${id}, then ${next.id}` : id);
        running.set(id, { end: () => resolve({ output: id.toUpperCase(), engine: 'test' }), fail: reject });
      }),
  );
  result.catch(() => {});
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (id: string) => {
    running.get(id)?.end();
    await settle();
  };
  return { result, started, progress, running, end, settle };
}

it('runs one image after the other, each with the next one to decode ahead', async () => {
  const { result, started, end } = start(1);
  for (const id of 'abcde') await end(id);
  expect(started).toEqual(['a, then b', 'b, then c', 'c, then d', 'd, then e', 'e']);
  expect((await result).images.map(({ output }) => output)).toEqual([...'ABCDE']);
});

it('runs several images at the same time, and returns their outputs in order', async () => {
  const { result, started, progress, end } = start(3);
  expect(started).toEqual(['a', 'b', 'c']);
  await end('b');
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  for (const id of 'dcea') await end(id);
  expect(progress).toEqual([0, 1, 2, 3, 4, 5]);
  const { images: outputs, engine } = await result;
  expect(outputs.map(({ image, output }) => `${image.id}${output}`)).toEqual(['aA', 'bB', 'cC', 'dD', 'eE']);
  expect(engine).toBe('test');
});

it('rejects with the first error, names its photo, and starts no more images', async () => {
  const { result, started, running, end, settle } = start(2);
  running.get('b')?.fail(new KerbsideError('photo_invalid', 'Not a photo.'));
  await settle();
  await end('a');
  await expect(result).rejects.toMatchObject({ code: 'photo_invalid', message: 'b.jpg: Not a photo.' });
  expect(started).toEqual(['a', 'b']);
});

/** Creates images. An id with a capital letter is a large photo. */
function createImages(...ids: string[]) {
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
  const { list, read } = createImages('a', 'b', 'c', 'd', 'e');
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
  const { list, read } = createImages('a', 'B', 'c');
  const steps = [...queueImages(list)].map(({ image, next }) => `${image.id} then ${next?.id}`);
  expect(steps).toEqual(['a then undefined', 'B then c', 'c then undefined']);
  expect(read.join('')).toBe('ac');
});

it('rejects an unreadable photo when it is processed', async () => {
  const outcomes: string[] = [];
  for (const { image } of queueImages(createImages('a', 'truncated', 'c').list))
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
