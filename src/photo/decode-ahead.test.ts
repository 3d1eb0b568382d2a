import { describe, expect, it } from 'vitest';
import { DecodeAhead, type DecodeSize } from './decode-ahead.ts';

const DAMAGE_SIZE: DecodeSize = { purpose: 'damage', longerSide: () => 1000 };
const TEXT_SIZE: DecodeSize = { purpose: 'text', longerSide: () => 2400 };

/** A decoder that records the photos it starts, in order, with their longer side. */
function createDecoder(...broken: string[]) {
  const started: string[] = [];
  const photos = new DecodeAhead(async ({ id }: { id: string }, longerSide) => {
    const width = longerSide({ width: 4000, height: 3000 });
    started.push(`${id} ${width}`);
    if (broken.includes(id)) throw new Error(`${id} is torn`);
    return { width, height: 1, data: new Uint8ClampedArray(), original: { width: 4000, height: 3000 } };
  });
  const decode = (id: string, next?: string, size = DAMAGE_SIZE) =>
    photos.decode({ image: { id }, next: next === undefined ? undefined : { id: next } }, size);
  return { started, decode };
}

describe('photos of one task', () => {
  it('decodes each photo once, and the next one ahead', async () => {
    const { started, decode } = createDecoder();
    await decode('a', 'b');
    expect(started).toEqual(['a 1000', 'b 1000']);
    await decode('b', 'c');
    await decode('c');
    expect(started).toEqual(['a 1000', 'b 1000', 'c 1000']);
  });

  it('rejects only the request for a broken photo', async () => {
    const { decode } = createDecoder('b');
    await expect(decode('a', 'b')).resolves.toMatchObject({ width: 1000 });
    await expect(decode('b', 'c')).rejects.toThrow('b is torn');
    await expect(decode('c')).resolves.toMatchObject({ width: 1000 });
  });

  it('decodes a photo again for another purpose, at its size', async () => {
    const { decode } = createDecoder();
    await decode('a', 'b');
    await expect(decode('b', undefined, TEXT_SIZE)).resolves.toMatchObject({ width: 2400 });
  });
});

describe('photos of two alternating tasks', () => {
  it('decodes the photos of the first task ahead, and no photo twice', async () => {
    const { started, decode } = createDecoder();
    await decode('a1', 'a2');
    await decode('b1', 'b2', TEXT_SIZE);
    await decode('a2', 'a3');
    await decode('b2', undefined, TEXT_SIZE);
    await decode('a3');
    expect(started).toEqual(['a1 1000', 'a2 1000', 'b1 2400', 'a3 1000', 'b2 2400']);
  });
});

describe('a photo that is never requested', () => {
  it('is dropped at the second request for another photo', async () => {
    const { started, decode } = createDecoder();
    await decode('a', 'never');
    await decode('b', 'c');
    expect(started).toEqual(['a 1000', 'never 1000', 'b 1000']);
    await decode('c', 'd');
    await decode('d');
    expect(started).toEqual(['a 1000', 'never 1000', 'b 1000', 'c 1000', 'd 1000']);
  });
});
