import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascii, concat, u16, u32 } from '../../../test/fixtures/bytes.ts';
import { withColourProfile } from '../../../test/fixtures/colour-profile.ts';
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

test('a photo without a profile is sRGB', () => {
  expect(readColourSpace(photo.buffer as ArrayBuffer, 'image/jpeg')).toBe('srgb');
});

test('a profile of any bytes is read in no time: its numbers are not trusted', () => {
  const manyTags = concat(Uint8Array.of(1, 1), new Uint8Array(128), u32(0xffffffff), new Uint8Array(1_000));
  expect(readColourSpace(withProfileBytes(manyTags).buffer, 'image/jpeg')).toBe('other');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const space = readColourSpace(withProfileBytes(bytes).buffer, 'image/jpeg');
      expect(['srgb', 'display-p3', 'other']).toContain(space);
    }),
  );
});
