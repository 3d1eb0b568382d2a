import { describe, expect, it } from 'vitest';
import { DecodeAhead, type DecodeSize, type DetailSize, type PhotoDecoder } from './decode-ahead.ts';

const PHOTO = { width: 4000, height: 3000 };
const DAMAGE_SIZE: DecodeSize = { longerSide: () => 1000 };
const TEXT_SIZE: DecodeSize = { longerSide: () => 2400 };
const WHEEL_SIZE: DetailSize = { longerSide: () => 1000, detailSide: () => 2000 };

interface DecoderOptions {
  broken?: string;
  /** How often the detail of a photo cannot be opened before it can. */
  detailFailures?: number;
  size?: typeof PHOTO;
  canOpenDetail?: boolean;
}

/** A decoder that records what it starts and what is closed, in order. */
function createDecoder(options: DecoderOptions = {}) {
  const { size = PHOTO, canOpenDetail = true, detailFailures = 0 } = options;
  const events: string[] = [];
  let { broken } = options;
  let failures = 0;
  const decoder: PhotoDecoder<{ id: string }> = {
    readSize: () => size,
    async decode({ id }, side) {
      events.push(`${id} ${side}`);
      if (broken === id) throw new Error(`${id} is torn`);
      return { width: side, height: 1, data: new Uint8ClampedArray(), original: size };
    },
    canOpenDetail: async () => canOpenDetail,
    async openDetail({ id }, side) {
      events.push(`detail of ${id} ${side}`);
      failures += 1;
      if (failures <= detailFailures) throw new Error('no memory');
      const close = () => void events.push(`closed ${id}`);
      return { width: side, height: 1, copy: () => Promise.reject(), close };
    },
  };
  const photos = new DecodeAhead(decoder);
  const queue = (id: string, next?: string) => ({
    image: { id },
    next: next === undefined ? undefined : { id: next },
  });
  const decode = (id: string, next?: string, decodeSize = DAMAGE_SIZE) =>
    photos.decode(queue(id, next), decodeSize);
  const open = (id: string, next?: string) => photos.open(queue(id, next), WHEEL_SIZE);
  const repair = () => {
    broken = undefined;
  };
  return { events, decode, open, repair };
}

describe('photos of one task', () => {
  it('decodes each photo once, and the next one ahead', async () => {
    const { events, decode } = createDecoder();
    await decode('a', 'b');
    expect(events).toEqual(['a 1000', 'b 1000']);
    await decode('b', 'c');
    await decode('c');
    expect(events).toEqual(['a 1000', 'b 1000', 'c 1000']);
  });

  it('rejects only the request for a broken photo', async () => {
    const { decode } = createDecoder({ broken: 'b' });
    await expect(decode('a', 'b')).resolves.toMatchObject({ width: 1000 });
    await expect(decode('b', 'c')).rejects.toThrow('b is torn');
    await expect(decode('c')).resolves.toMatchObject({ width: 1000 });
  });

  it('decodes a photo again if it could not be decoded ahead', async () => {
    const { decode, repair } = createDecoder({ broken: 'b' });
    await decode('a', 'b');
    await new Promise((resolve) => setTimeout(resolve));
    repair();
    await expect(decode('b')).resolves.toMatchObject({ width: 1000 });
  });

  it('decodes a photo again at another size', async () => {
    const { decode } = createDecoder();
    await decode('a', 'b');
    await expect(decode('b', undefined, TEXT_SIZE)).resolves.toMatchObject({ width: 2400 });
  });
});

describe('photos of two alternating tasks', () => {
  it('decodes the photos of the first task ahead, and no photo twice', async () => {
    const { events, decode } = createDecoder();
    await decode('a1', 'a2');
    await decode('b1', 'b2', TEXT_SIZE);
    await decode('a2', 'a3');
    await decode('b2', undefined, TEXT_SIZE);
    await decode('a3');
    expect(events).toEqual(['a1 1000', 'a2 1000', 'b1 2400', 'a3 1000', 'b2 2400']);
  });
});

describe('a photo that is never requested', () => {
  it('is dropped at the second request for another photo', async () => {
    const { events, decode } = createDecoder();
    await decode('a', 'never');
    await decode('b', 'c');
    expect(events).toEqual(['a 1000', 'never 1000', 'b 1000']);
    await decode('c', 'd');
    await decode('d');
    expect(events).toEqual(['a 1000', 'never 1000', 'b 1000', 'c 1000', 'd 1000']);
  });
});

describe('a photo of which regions are cut out', () => {
  it('is decoded at both sizes at the same time, also ahead', async () => {
    const { events, open } = createDecoder();
    const { photo, openDetail, close } = await open('a', 'b');
    expect(photo.width).toBe(1000);
    await expect(openDetail()).resolves.toMatchObject({ width: 2000 });
    expect(events).toEqual(['a 1000', 'detail of a 2000', 'b 1000', 'detail of b 2000']);
    close();
    await open('b');
    expect(events.slice(4)).toEqual(['closed a']);
  });

  it('opens its detail again when it is needed, if that failed before', async () => {
    const { events, open } = createDecoder({ detailFailures: 1 });
    const { openDetail, close } = await open('a');
    await expect(openDetail()).resolves.toMatchObject({ width: 2000 });
    close();
    await expect.poll(() => events.at(-1)).toBe('closed a');
  });

  it('is closed if it is never requested', async () => {
    const { events, decode, open } = createDecoder();
    await open('a', 'never');
    await decode('b');
    await decode('c');
    await expect.poll(() => events).toContain('closed never');
  });

  it('has no detail before it is needed, if it is large', async () => {
    const { events, open } = createDecoder({ size: { width: 8000, height: 6000 } });
    const { openDetail } = await open('a');
    expect(events).toEqual(['a 1000']);
    await openDetail();
    expect(events).toEqual(['a 1000', 'detail of a 2000']);
  });

  it.each([
    { name: 'is no larger than its detail', options: { size: { width: 2000, height: 1500 } } },
    { name: 'has regions that cannot be copied by themselves', options: { canOpenDetail: false } },
  ])('is decoded once if it $name', async ({ options }) => {
    const { events, open } = createDecoder(options);
    const { photo, openDetail } = await open('a');
    expect([photo.width, openDetail()]).toEqual([2000, undefined]);
    expect(events).toEqual(['a 2000']);
  });

  it('is closed if it cannot be decoded', async () => {
    const { events, open } = createDecoder({ broken: 'a' });
    await expect(open('a')).rejects.toThrow('a is torn');
    await expect.poll(() => events).toContain('closed a');
  });
});
