import { KerbsideError } from '../../errors.ts';
import type { PhotoDetail } from '../decoded-photo.ts';
import { requirePhotoHeader } from '../header/read-header.ts';
import {
  addColourSpace,
  areSrgb,
  canDecodeFrame,
  copyFrame,
  decodeStoredFrame,
  sizeOfFrame,
} from './image-decoder.ts';
import { drawUpright, swapSides, toStoredRegion } from './upright.ts';

/** Returns whether `openPhotoDetail` decodes this photo in less time and memory than `decodePhoto`. */
export async function canOpenPhotoDetail(bytes: ArrayBuffer): Promise<boolean> {
  const header = addColourSpace(requirePhotoHeader(bytes), bytes);
  return canDecodeFrame(header);
}

/**
 * Decodes a photo of which only some regions are needed, with a longer side of at most `maxSide`. The pixels of a region are
 * those of `decodePhoto` at the same size.
 *
 * Returns undefined if this browser cannot copy regions of a decoded photo.
 */
export async function openPhotoDetail(bytes: ArrayBuffer, maxSide: number): Promise<PhotoDetail | undefined> {
  const header = addColourSpace(requirePhotoHeader(bytes), bytes);
  const { orientation, colourSpace } = header;
  const frame = await decodeStoredFrame(bytes, header, maxSide);
  if (!frame) return undefined;
  const size = swapSides(sizeOfFrame(frame), orientation);
  const isCopyable = await copyFrame(frame, colourSpace, { x: 1, y: 1, width: 1, height: 1 });
  if (!isCopyable || Math.max(size.width, size.height) > maxSide) {
    frame.close();
    return undefined;
  }
  return {
    ...size,
    async copy(region) {
      const stored = await copyFrame(frame, colourSpace, toStoredRegion(region, orientation, size));
      if (!stored)
        throw new KerbsideError('engine_failed', 'The browser could not copy a part of a decoded photo.');
      if (orientation === 1 && areSrgb(stored)) return stored;
      const bitmap = await createImageBitmap(stored);
      return drawUpright(bitmap, orientation, Number.POSITIVE_INFINITY);
    },
    close: () => frame.close(),
  };
}
