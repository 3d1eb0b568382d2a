import { ascii, concat, u16, u32 } from '../../fixtures/bytes.ts';
import type { BadInputCase } from './bad-input-cases.ts';

type Row = [what: string, photo: (good: Uint8Array<ArrayBuffer>) => unknown, names: string];

/** Rejected because of the header. */
const notAPhoto: Row[] = [
  ['an empty file', () => new Uint8Array(), 'not_an_image'],
  ['a text', () => ascii('not an image, sorry'), 'not_an_image'],
  ['a GIF', () => concat(ascii('GIF89a'), new Uint8Array(40)), 'unsupported_type'],
  ['a PDF', () => ascii('%PDF-1.7 and more'), 'unsupported_type'],
  ['a JPEG cut in half', (good) => good.slice(0, good.length / 2), 'truncated'],
  ['a JPEG without its last byte', (good) => good.slice(0, -1), 'truncated'],
  ['a JPEG without a picture', () => Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), 'malformed'],
  ['a PNG of 1 x 1', () => pngOf(1, 1), 'too_small'],
  ['a PNG of 31 x 4,000', () => pngOf(31, 4000), 'too_small'],
  ['a PNG of 0 x 10', () => pngOf(0, 10), 'malformed'],
  ['a buffer that was transferred away', () => transferred(), 'unreadable'],
];

const noBytes: Row[] = [
  ['no photo and no url', () => undefined, 'photo'],
  ['null', () => null, 'photo'],
  ['a data URL', () => 'data:image/png;base64,iVBORw0KGgo=', 'photo'],
  ['a list of bytes', () => [0xff, 0xd8], 'photo'],
];

const tooLarge: Row[] = [
  ['a file over the limit', () => new Uint8Array(20_001), '20000'],
  ['a Blob over the limit', () => new Blob([new Uint8Array(20_001)]), '20000'],
  ['a PNG of 20,000 x 20,000', () => pngOf(20_000, 20_000), '120'],
];

const rows = (code: BadInputCase['code'], list: Row[]): BadInputCase[] =>
  list.map(([what, photo, names]) => ({
    operation: 'images.addOne',
    what: `as photo ${what}`,
    input: ({ id, photo: good }) => [id, {}, photo(good)],
    code,
    names,
  }));

export const badPhotoCases: BadInputCase[] = [
  ...rows('photo_invalid', notAPhoto),
  ...rows('invalid_input', noBytes),
  ...rows('photo_too_large', tooLarge),
];

/** The start and the end of a PNG whose header has this size. */
function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, ...content: Uint8Array[]) => {
    const body = concat(...content);
    return concat(u32(body.length), ascii(type), body, u32(0));
  };
  const header = chunk('IHDR', u32(width), u32(height), u16(0x0802), u16(0), Uint8Array.of(0));
  return concat(ascii('\x89PNG\r\n\x1a\n'), header, chunk('IDAT', Uint8Array.of(1)), chunk('IEND'));
}

function transferred(): ArrayBuffer {
  const buffer = new ArrayBuffer(64);
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
}
