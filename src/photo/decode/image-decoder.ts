import type { PhotoRegion, PhotoSize } from '../decoded-photo.ts';
import type { PhotoHeader } from '../header/read-header.ts';
import { type ColourSpace, readColourSpace } from './colour-space.ts';
import { appliesExifOrientation } from './orientation-probe.ts';
import { computeStoredSize } from './upright.ts';

const JPEG = 'image/jpeg';

export interface ColouredHeader extends PhotoHeader {
  colourSpace: ColourSpace;
}

export function addColourSpace(header: PhotoHeader, bytes: ArrayBuffer): ColouredHeader {
  return { ...header, colourSpace: readColourSpace(bytes, header.type) };
}

/**
 * Decodes a JPEG as stored, not yet upright. Returns undefined if this browser has no suitable ImageDecoder, or if it fails.
 *
 * It ignores the colour profile: the numbers are those of the photo's colour space. Photos with a profile other than sRGB
 * and Display P3 are not decoded here. Nor are other types: ImageDecoder scales only JPEGs while it decodes them.
 *
 * Not used for photos that need no scaling: for those, Chromium's ImageDecoder returns YUV, and the colours at edges
 * become blocky, which can change a confidence by 0.05.
 *
 * The caller closes the frame. It copies the frame, and never draws it: without a GPU, Chromium leaks 1 MB per VideoFrame
 * that is drawn on a canvas, until its process ends. And a bitmap that is created from a rotated frame has the wrong aspect
 * ratio.
 */
export async function decodeStoredFrame(
  bytes: ArrayBuffer,
  header: ColouredHeader,
  maxSide: number,
): Promise<VideoFrame | undefined> {
  const { width, height, orientation } = header;
  if (Math.max(width, height) <= maxSide || !(await canDecodeFrame(header))) return undefined;
  const size = computeStoredSize({ width, height }, orientation, maxSide);
  return decodeFrame(bytes, size).catch(() => undefined);
}

/** Returns whether this browser has an ImageDecoder that is suitable for a photo. */
export async function canDecodeFrame({ type, colourSpace }: ColouredHeader): Promise<boolean> {
  if (typeof ImageDecoder === 'undefined' || type !== JPEG || colourSpace === 'other') return false;
  return decodesAsStored();
}

let imageDecoderProbe: Promise<boolean> | undefined;
function decodesAsStored(): Promise<boolean> {
  imageDecoderProbe ??= appliesExifOrientation(JPEG, async (photo, size) => {
    const pixels = await copyAndClose(await decodeFrame(photo, size), 'srgb');
    if (!pixels) throw new Error('Frames cannot be copied');
    return pixels.data;
  }).then(
    (isUpright) => !isUpright,
    () => false,
  );
  return imageDecoderProbe;
}

async function decodeFrame(
  data: ArrayBuffer,
  { width: desiredWidth, height: desiredHeight }: PhotoSize,
): Promise<VideoFrame> {
  const decoder = new ImageDecoder({ data, type: JPEG, desiredWidth, desiredHeight });
  try {
    return (await decoder.decode()).image;
  } finally {
    decoder.close();
  }
}

export function copyAndClose(frame: VideoFrame, colourSpace: ColourSpace): Promise<ImageData | undefined> {
  return copyFrame(frame, colourSpace).finally(() => frame.close());
}

/** Returns whether pixels need no canvas that converts them. */
export const areSrgb = ({ colorSpace }: ImageData): boolean => colorSpace !== 'display-p3';

/**
 * Returns the pixels of a frame of a JPEG, or of a region of it, in sRGB or in the colour space of the photo: see `areSrgb`.
 * Returns undefined if the browser does not convert to RGBA while it copies (Chromium before 127).
 */
export async function copyFrame(
  frame: VideoFrame,
  colourSpace: ColourSpace,
  region?: PhotoRegion,
): Promise<ImageData | undefined> {
  const visible = frame.visibleRect ?? new DOMRectReadOnly(0, 0, frame.codedWidth, frame.codedHeight);
  const { x, y, width, height } = region ?? { ...sizeOfFrame(frame), x: 0, y: 0 };
  const options = {
    layout: [{ offset: 0, stride: width * 4 }],
    ...(region && { rect: { x: visible.x + x, y: visible.y + y, width, height } }),
  };
  try {
    // JPEGs are decoded to BGRX, on Android to RGBX. Conversion while copying takes 2.5 times as long as `fixOrder`.
    const isStored = frame.format === 'BGRX' || frame.format === 'RGBX';
    const isWide = isStored && colourSpace === 'display-p3';
    // Firefox 153 has no colour spaces of ImageData.
    const pixels = isWide
      ? new ImageData(width, height, { colorSpace: colourSpace })
      : new ImageData(width, height);
    await frame.copyTo(pixels.data, isStored ? options : { ...options, format: 'RGBA' });
    if (isStored) fixOrder(pixels, frame.format);
    return pixels;
  } catch {
    return undefined;
  }
}

export function sizeOfFrame({ visibleRect, codedWidth, codedHeight }: VideoFrame): PhotoSize {
  return visibleRect
    ? { width: visibleRect.width, height: visibleRect.height }
    : { width: codedWidth, height: codedHeight };
}

/** Makes opaque RGBA of pixels whose fourth byte has no meaning. */
function fixOrder({ data }: ImageData, format: 'BGRX' | 'RGBX'): void {
  const words = new Int32Array(data.buffer);
  if (format === 'RGBX') {
    for (let at = 0; at < words.length; at += 1) words[at] = 0xff000000 | (words[at] as number);
    return;
  }
  for (let at = 0; at < words.length; at += 1) {
    const bgrx = words[at] as number;
    words[at] = 0xff000000 | ((bgrx & 0xff) << 16) | (bgrx & 0xff00) | ((bgrx >>> 16) & 0xff);
  }
}
