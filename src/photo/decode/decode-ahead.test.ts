import { describe, expect, it } from 'vitest';
import { DecodeAhead, type DecodeSize } from './decode-ahead.ts';

const FOR_DAMAGE: DecodeSize = { purpose: 'damage', sideOf: () => 1000 };
const FOR_TEXT: DecodeSize = { purpose: 'text', sideOf: () => 2400 };

/** A decoder that tells what it began, in order, with the longer side. */
function decoder(...broken: string[]) {
  const begun: string[] = [];
  const photos = new DecodeAhead(async ({ id }: { id: string }, sideOf) => {
    const width = sideOf({ width: 4000, height: 3000 });
    begun.push(`${id} ${width}`);
    if (broken.includes(id)) throw new Error(`${id} is torn`);
    return { width, height: 1, data: new Uint8ClampedArray(), original: { width: 4000, height: 3000 } };
  });
  const look = (id: string, next?: string, size = FOR_DAMAGE) =>
    photos.decoded({ image: { id }, next: next === undefined ? undefined : { id: next } }, size);
  return { begun, look };
}

describe('photos that are looked at one after the other', () => {
  it('each is decoded once, and the next before its turn', async () => {
    const { begun, look } = decoder();
    await look('a', 'b');
    expect(begun).toEqual(['a 1000', 'b 1000']);
    await look('b', 'c');
    await look('c');
    expect(begun).toEqual(['a 1000', 'b 1000', 'c 1000']);
  });

  it('one that is broken fails in its own turn, and no other', async () => {
    const { look } = decoder('b');
    await expect(look('a', 'b')).resolves.toMatchObject({ width: 1000 });
    await expect(look('b', 'c')).rejects.toThrow('b is torn');
    await expect(look('c')).resolves.toMatchObject({ width: 1000 });
  });

  it('a photo that was decoded for another purpose is decoded again, in its own size', async () => {
    const { look } = decoder();
    await look('a', 'b');
    await expect(look('b', undefined, FOR_TEXT)).resolves.toMatchObject({ width: 2400 });
  });
});

describe('the photos of two tasks that take turns', () => {
  it('none is decoded twice: those of the first are decoded ahead, those of the other in their turn', async () => {
    const { begun, look } = decoder();
    await look('a1', 'a2');
    await look('b1', 'b2', FOR_TEXT);
    await look('a2', 'a3');
    await look('b2', undefined, FOR_TEXT);
    await look('a3');
    expect(begun).toEqual(['a1 1000', 'a2 1000', 'b1 2400', 'a3 1000', 'b2 2400']);
  });
});

describe('a photo that nobody comes for', () => {
  it('gives way to the second that passes it', async () => {
    const { begun, look } = decoder();
    await look('a', 'never');
    await look('b', 'c');
    expect(begun).toEqual(['a 1000', 'never 1000', 'b 1000']);
    await look('c', 'd');
    await look('d');
    expect(begun).toEqual(['a 1000', 'never 1000', 'b 1000', 'c 1000', 'd 1000']);
  });
});
