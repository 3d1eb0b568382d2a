import type { Point, Size } from './drawing.ts';

/** Half of a finger, in CSS pixels. */
const REACH = 22;

/** Returns the position of a pointer in pixels of the photo, which is displayed in `content`. */
export function toPhotoPoint(
  { clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>,
  content: DOMRect | undefined,
  size: Size | undefined,
): Point {
  if (!content || !size) return [0, 0];
  return [
    ((clientX - content.left) / content.width) * size.width,
    ((clientY - content.top) / content.height) * size.height,
  ];
}

/** Returns how far from a handle a pointer may be, in pixels of the photo, and 0 without a layout. */
export function getReach(content: DOMRect | undefined, size: Size | undefined): number {
  return content?.width && size ? (REACH * size.width) / content.width : 0;
}
