import { describe, expect, it } from 'vitest';
import { ascii, concat } from '../../../test/fixtures/bytes.ts';
import { exifBlock } from '../../../test/fixtures/orientation.ts';
import { ByteReader } from './byte-reader.ts';
import { exifOrientation } from './exif-orientation.ts';

describe.each(['big', 'little'] as const)('%s-endian', (byteOrder) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads %i', (orientation) => {
    const block = exifBlock(orientation, byteOrder);
    expect(exifOrientation(new ByteReader(block))).toBe(orientation);
    expect(exifOrientation(new ByteReader(concat(ascii('Exif\0\0'), block)))).toBe(orientation);
  });

  it('reads broken EXIF as upright', () => {
    const block = exifBlock(6, byteOrder);
    for (let length = 0; length < 22; length++) {
      expect(exifOrientation(new ByteReader(block.subarray(0, length)))).toBe(1);
    }
    expect(exifOrientation(new ByteReader(exifBlock(0, byteOrder)))).toBe(1);
    expect(exifOrientation(new ByteReader(exifBlock(9, byteOrder)))).toBe(1);
    const invalidOffset = block.slice().fill(0xff, 4, 8);
    expect(exifOrientation(new ByteReader(invalidOffset))).toBe(1);
  });
});
