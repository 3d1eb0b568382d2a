import type { Point, Size } from './drawing.ts';
import type { FramePoint } from './zoom.ts';

interface GestureActions {
  /** One finger or the mouse: the distance in widths and heights of the frame. */
  move(by: FramePoint): void;
  /** Two fingers, or the wheel with Ctrl. */
  zoom(factor: number, at: FramePoint): void;
}

/** Converts pointer events on a frame to gestures: one pointer moves, two zoom. */
export class Gestures {
  readonly #frame: HTMLElement;
  readonly #actions: GestureActions;
  readonly #pointers = new Map<number, FramePoint>();

  constructor(frame: HTMLElement, actions: GestureActions) {
    this.#frame = frame;
    this.#actions = actions;
    frame.addEventListener('pointerdown', (event) =>
      this.#pointers.set(event.pointerId, this.#toFramePoint(event)),
    );
    frame.addEventListener('pointermove', (event) => this.#handleMove(event));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
      frame.addEventListener(end, (event) => this.#pointers.delete(event.pointerId));
    }
    frame.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return; // a plain wheel scrolls the page
      event.preventDefault();
      actions.zoom(Math.exp(-event.deltaY / 100), this.#toFramePoint(event));
    });
  }

  #handleMove(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#toFramePoint(event);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (!other) {
      this.#actions.move({ x: now.x - before.x, y: now.y - before.y });
      return;
    }
    const distance = (point: FramePoint) => Math.hypot(point.x - other.x, point.y - other.y);
    if (distance(before) > 0) this.#actions.zoom(distance(now) / distance(before), other);
  }

  #toFramePoint({ clientX, clientY }: MouseEvent): FramePoint {
    const { left, top, width, height } = this.#frame.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }
}

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
