import type { Place } from './zoom.ts';

export interface GestureActions {
  /** One finger, or the mouse: by how far, in widths and heights of the frame. */
  move(by: Place): void;
  /** Two fingers, or the wheel with Ctrl. */
  zoom(factor: number, at: Place): void;
}

/** Turns pointers over a frame into moves and zooms: one moves, two zoom. */
export class Gestures {
  readonly #frame: HTMLElement;
  readonly #actions: GestureActions;
  readonly #pointers = new Map<number, Place>();

  constructor(frame: HTMLElement, actions: GestureActions) {
    this.#frame = frame;
    this.#actions = actions;
    frame.addEventListener('pointerdown', (event) =>
      this.#pointers.set(event.pointerId, this.#placeOf(event)),
    );
    frame.addEventListener('pointermove', (event) => this.#moved(event));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
      frame.addEventListener(end, (event) => this.#pointers.delete(event.pointerId));
    }
    frame.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return; // the page scrolls
      event.preventDefault();
      actions.zoom(Math.exp(-event.deltaY / 100), this.#placeOf(event));
    });
  }

  #moved(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#placeOf(event);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (!other) {
      this.#actions.move({ x: now.x - before.x, y: now.y - before.y });
      return;
    }
    const apart = (place: Place) => Math.hypot(place.x - other.x, place.y - other.y);
    if (apart(before) > 0) this.#actions.zoom(apart(now) / apart(before), other);
  }

  #placeOf({ clientX, clientY }: MouseEvent): Place {
    const { left, top, width, height } = this.#frame.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  }
}
