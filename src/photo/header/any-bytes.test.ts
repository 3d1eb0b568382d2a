import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascii, concat, u16, u32 } from '../../../test/fixtures/bytes.ts';
import { heifContainer, irot } from '../../../test/fixtures/heif-container.ts';
import { avifPhoto, jpegPhoto, pngPhoto, webpPhoto } from '../../../test/fixtures/photos.ts';
import { readPhotoHeader } from './read-header.ts';

const reasons = ['not_an_image', 'unsupported_type', 'truncated', 'malformed'];

/** For any bytes, `readPhotoHeader` returns a valid header, or a reason and a message. */
function expectContract(bytes: Uint8Array): void {
  const before = bytes.slice();
  const result = readPhotoHeader(bytes);
  if (result.ok) {
    const { width, height, orientation } = result.header;
    expect(Number.isInteger(width) && width > 0 && Number.isInteger(height) && height > 0).toBe(true);
    expect(orientation >= 1 && orientation <= 8).toBe(true);
  } else {
    expect(reasons).toContain(result.reason);
    expect(result.message).toMatch(/^(This|The) .+; .+\.$/);
  }
  expect(Buffer.compare(bytes, before)).toBe(0);
}

const size = { seed: 2, width: 40, height: 30, orientation: 6 } as const;
const photos = await Promise.all([
  jpegPhoto(size),
  pngPhoto(size),
  webpPhoto(size),
  webpPhoto({ ...size, lossless: true }),
  avifPhoto(size),
  heifContainer({ width: 40, height: 30, transforms: [irot(1)], tile: { width: 16, height: 16 } }),
]);
const photo = fc.constantFrom(...photos);
/** Most of a header is in the first bytes, so most changes are there. */
const place = fc.oneof(fc.nat(300), fc.nat(20_000));

describe('never throws and always returns', () => {
  it('on arbitrary bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), expectContract), { numRuns: 1000 });
  });

  it('on arbitrary bytes after a known signature', () => {
    const signature = fc.constantFrom(
      ...[
        '\xff\xd8\xff',
        '\x89PNG\r\n\x1a\n',
        'RIFF\0\x01\0\0WEBP',
        '\0\0\0\x10ftypheic\0\0\0\0',
        'BM',
        '<svg',
      ].map(ascii),
    );
    fc.assert(
      fc.property(signature, fc.uint8Array({ maxLength: 500 }), (head, tail) =>
        expectContract(concat(head, tail)),
      ),
      { numRuns: 2000 },
    );
  });

  it('on photos with changed bytes', () => {
    const byte = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat(255));
    const changes = fc.array(fc.tuple(place, byte), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(photo, changes, (original, edits) => {
        const changed = original.slice();
        for (const [at, value] of edits) changed[at % changed.length] = value;
        expectContract(changed);
      }),
      { numRuns: 3000 },
    );
  });

  // Proves fault F24.
  it('on photos that are cut, doubled or concatenated', () => {
    fc.assert(
      fc.property(
        photo,
        photo,
        place,
        place,
        fc.uint8Array({ maxLength: 20 }),
        (one, other, end, start, between) =>
          expectContract(concat(one.subarray(0, end), between, other.subarray(start))),
      ),
      { numRuns: 2000 },
    );
  });
});

describe('takes at most linear time', () => {
  const large = 16 * 2 ** 20;
  const png = concat(ascii('\x89PNG\r\n\x1a\n'), u32(13), ascii('IHDR'), new Uint8Array(17));
  it.each([
    ['a JPEG of stray bytes', ascii('\xff\xd8\xff\xe0\0\x02'), 0],
    ['a JPEG of fill bytes', ascii('\xff\xd8'), 0xff],
    [
      'a JPEG scan that never ends',
      concat(ascii('\xff\xd8\xff\xc0\0\x07\x08'), u32(1), ascii('\xff\xda\0\x02')),
      0xd9,
    ],
    ['a PNG of empty chunks', png, 0],
    ['a WebP of empty chunks', concat(ascii('RIFF'), Uint8Array.of(0, 0, 0xff, 0), ascii('WEBP')), 0],
    ['a HEIC of brands', concat(u32(large), ascii('ftypmif1')), 0x20],
  ])('%s', (_name, head, fill) => {
    const bytes = new Uint8Array(large).fill(fill);
    bytes.set(head);
    expect(readPhotoHeader(bytes).ok).toBe(false); // an endless loop would exceed the test's timeout
  });

  it('a HEIC whose items have 65,535 empty extents', () => {
    const photo = heifContainer({ width: 4, height: 3 });
    const at = photo.findIndex((_, n) => ascii('iloc').every((letter, k) => photo[n + k] === letter));
    const hostile = photo.slice();
    hostile.set(u16(0), at + 8); // no bytes for offsets and lengths
    hostile.set(u16(0xffff), at + 16);
    expect(readPhotoHeader(hostile).ok).toBe(true);
  });
});
