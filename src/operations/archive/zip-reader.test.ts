import { deflateSync, strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { inflateBounded } from './inflate.ts';
import { ZipReader } from './zip-reader.ts';

const files = { 'a.txt': strToU8('hello'), 'b.bin': new Uint8Array(300_000).fill(7) };
const MiB = 1024 * 1024;
const open = (zip: Uint8Array, comment = '') => ZipReader.open(new Blob([new Uint8Array(zip), comment]));

describe.each([
  ['stored', 0],
  ['compressed', 9],
] as const)('a zip with %s files', (_form, level) => {
  const zip = zipSync(files, { level });

  test('is read file by file', async () => {
    const reader = await open(zip);
    for (const [name, bytes] of Object.entries(files)) {
      expect(reader.sizeOf(name)).toBe(bytes.length);
      expect(await reader.read(name, bytes.length)).toEqual(new Uint8Array(bytes));
    }
    expect(reader.sizeOf('c')).toBeUndefined();
    await expect(reader.read('c', 1)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('can end with a comment', async () => {
    const withComment = zip.slice();
    new DataView(withComment.buffer).setUint16(zip.length - 2, 5, true);
    expect(await (await open(withComment, 'PK\x05\x06!')).read('a.txt', 9)).toEqual(strToU8('hello'));
  });

  test('is not unpacked beyond the limit', async () => {
    await expect((await open(zip)).read('b.bin', 299_999)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('b.bin has more than 299999 bytes'),
    });
  });

  test('is rejected if it is truncated, at any length', async () => {
    for (let length = 0; length < zip.length; length += Math.ceil(zip.length / 400)) {
      await expect(open(zip.subarray(0, length))).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });

  test('reports any flipped byte of a file', async () => {
    const small = zipSync({ 'a.txt': strToU8('hello hello hello') }, { level });
    const from = 30 + 'a.txt'.length; // after the local header
    for (let at = from; at < from + 8; at += 1) {
      const changed = small.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x20;
      await expect((await open(changed)).read('a.txt', 100)).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });
});

test('a zip with two files of one name is rejected', async () => {
  const zip = zipSync({ 'one.txt': strToU8('1'), 'two.txt': strToU8('2') }, { level: 0 });
  const renamed = new Uint8Array(zip);
  for (let at = 0; at < renamed.length - 3; at += 1) {
    if (String.fromCharCode(...renamed.subarray(at, at + 3)) === 'two') renamed.set(strToU8('one'), at);
  }
  await expect(open(renamed)).rejects.toThrow('two files named one.txt');
});

/** A zip whose directory states another size than the file has. */
function lieAboutSize(zip: Uint8Array, size: number): Uint8Array {
  const changed = zip.slice();
  const view = new DataView(changed.buffer);
  const directory = view.getUint32(changed.length - 22 + 16, true);
  view.setUint32(directory + 24, size, true);
  return changed;
}

test('a compressed file that states a smaller size is not unpacked beyond it', async () => {
  const bomb = zipSync({ bomb: new Uint8Array(8 * MiB) });
  expect(bomb.length).toBeLessThan(20_000);
  await expect((await open(lieAboutSize(bomb, 1_000))).read('bomb', 1_000)).rejects.toThrow(
    'unpacks to more than 1000 bytes',
  );
});

test('unpacking stops at the limit: the rest of the data is not even read', async () => {
  const noise = Uint8Array.from({ length: 3 * MiB }, (_, n) => Math.imul(n, 0x9e3779b1) >>> 24);
  const packed = new Blob([new Uint8Array(deflateSync(noise, { level: 0 }))]);
  const read: number[] = [];
  const counted = {
    size: packed.size,
    slice(from: number, to: number) {
      read.push(from);
      return packed.slice(from, to);
    },
  } as Blob;
  await expect(inflateBounded('noise', counted, MiB / 2)).rejects.toThrow('unpacks to more than');
  expect(read).toEqual([0]);
});

test.each([
  ['encrypted', 8, 1, 'is encrypted'],
  ['compressed with an unknown method', 10, 99, 'compressed with method 99'],
])('a file that is %s is rejected', async (_what, field, value, message) => {
  const zip = zipSync({ 'a.txt': strToU8('hello') }, { level: 0 });
  const changed = new Uint8Array(zip);
  const view = new DataView(changed.buffer);
  view.setUint16(view.getUint32(changed.length - 22 + 16, true) + field, value, true);
  await expect((await open(changed)).read('a.txt', 100)).rejects.toThrow(message);
});

test('a file that was moved after it was selected is rejected with what to do', async () => {
  const gone = {
    size: 100,
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error('NotFoundError')) }),
  };
  await expect(ZipReader.open(gone as unknown as Blob)).rejects.toThrow('Select it again');
});
