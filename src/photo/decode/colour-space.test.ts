import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascii, concat, u16, u32 } from '../../../test/fixtures/bytes.ts';
import { gammaCurve, tableCurve, withColourProfile } from '../../../test/fixtures/colour-profile.ts';
import { jpegPhoto } from '../../../test/fixtures/photos.ts';
import { readColourSpace } from './colour-space.ts';

const photo = await jpegPhoto({ seed: 1, width: 64, height: 48 });

const withProfileBytes = (profile: Uint8Array) => {
  const content = concat(ascii('ICC_PROFILE\0'), profile);
  return concat(photo.subarray(0, 2), u16(0xffe2), u16(2 + content.length), content, photo.subarray(2));
};

test.each([
  ['srgb', 'srgb'],
  ['display-p3', 'display-p3'],
  ['adobe-rgb', 'other'],
] as const)('reads %s from the profile of a JPEG: %s', (space, expected) => {
  expect(readColourSpace(withColourProfile(photo, space).buffer, 'image/jpeg')).toBe(expected);
});

test.each([
  ['a table of 1,024 numbers', tableCurve(1024), 'srgb'],
  ['a table of 33 numbers', tableCurve(33), 'srgb'],
  ['a gamma of 2.2', gammaCurve(2.2), 'srgb'],
  ['a gamma of 1.8', gammaCurve(1.8), 'other'],
  ['a gamma of 2.6', gammaCurve(2.6), 'other'],
  ['no curve', new Uint8Array(12), 'other'],
] as const)('reads the primaries of sRGB with %s as %s', (_, curve, expected) => {
  expect(readColourSpace(withColourProfile(photo, 'srgb', curve).buffer, 'image/jpeg')).toBe(expected);
});

test('a photo without a profile is sRGB', () => {
  expect(readColourSpace(photo.buffer as ArrayBuffer, 'image/jpeg')).toBe('srgb');
});

test('a profile of any bytes is read, and only to its end, however many tags it claims to have', () => {
  const manyTags = concat(Uint8Array.of(1, 1), new Uint8Array(128), u32(0xffffffff), new Uint8Array(1_000));
  expect(readColourSpace(withProfileBytes(manyTags).buffer, 'image/jpeg')).toBe('other');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const space = readColourSpace(withProfileBytes(bytes).buffer, 'image/jpeg');
      expect(['srgb', 'display-p3', 'other']).toContain(space);
    }),
  );
});
