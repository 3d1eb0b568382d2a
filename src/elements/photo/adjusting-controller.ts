import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { getArrowStep } from './arrow-step.ts';
import type { DrawnView, Point, Size } from './drawing.ts';
import type { PhotoView } from './marks.ts';
import {
  addPoint,
  canRemovePoint,
  findHandle,
  type Handle,
  moveHandle,
  type Outline,
  removePoint,
  toOutline,
  toView,
} from './outline.ts';

interface AdjustingCallbacks {
  onAdjusted(viewId: string, view: DrawnView): void;
  onCancelled(): void;
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Adjusts the outline of a view on its host by pointer or keyboard, with undo, until the user finishes or cancels. */
export class AdjustingController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #callbacks: AdjustingCallbacks;
  #viewId: string | undefined;
  #outline: Outline | undefined;
  /** Earlier outlines, for undo. */
  #past: Outline[] = [];
  #drag: { start: Outline; handle: Handle; from: Point } | undefined;
  /** The handle whose last move came from a key: its next one belongs to the same step of undo. */
  #movedByKey: Handle | undefined;
  /** The handle that was used last: the buttons apply to it. */
  current: Handle = { kind: 'whole' };

  constructor(host: ReactiveControllerHost, callbacks: AdjustingCallbacks) {
    this.#host = host;
    this.#callbacks = callbacks;
    host.addController(this);
  }

  hostConnected(): void {}

  get outline(): Outline | undefined {
    return this.#outline;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRemove(): boolean {
    return this.#outline !== undefined && canRemovePoint(this.#outline, this.current);
  }

  get isDragging(): boolean {
    return this.#drag !== undefined;
  }

  /** Starts with a view, or ends with none. The same view goes on as it is: its record may change meanwhile. */
  selectView(view: PhotoView | undefined, size: Size | undefined): void {
    const viewId = size && view?.id;
    if (viewId === this.#viewId) return;
    this.#viewId = viewId;
    this.#outline = view && size && toOutline(view, size);
    this.#past = [];
    this.#drag = undefined;
    this.#movedByKey = undefined;
    this.current = { kind: 'whole' };
  }

  /** @returns whether the pointer took hold of something. */
  pointerDown(at: Point, reach: number): boolean {
    const outline = this.#outline;
    const handle = outline && findHandle(outline, at, reach);
    if (!outline || !handle) return false;
    this.#remember(outline);
    this.#drag = { start: outline, handle, from: at };
    if (handle.kind === 'middle' && !outline.isBox) {
      this.#drag.start = addPoint(outline, handle);
      this.#drag.handle = { ...handle, kind: 'point', index: handle.index + 1 };
    }
    this.current = this.#drag.handle;
    this.#host.requestUpdate();
    return true;
  }

  pointerMove([x, y]: Point): void {
    if (!this.#drag) return;
    const { start, handle, from } = this.#drag;
    this.#outline = moveHandle(start, handle, [x - from[0], y - from[1]]);
    this.#host.requestUpdate();
  }

  pointerUp(): void {
    if (!this.#drag) return;
    this.#drag = undefined;
    if (this.#past.at(-1) === this.#outline) this.#past.pop(); // a tap changed nothing
    this.#host.requestUpdate();
  }

  /** Undoes the drag that is under way: a second finger zooms. */
  abortDrag(): void {
    if (!this.#drag) return;
    this.#drag = undefined;
    this.undo();
  }

  /** Returns whether the key was handled. */
  handleKey(event: Key, handle: Handle | undefined): boolean {
    const { key, ctrlKey, metaKey } = event;
    if (!this.#outline) return false;
    if (key.toLowerCase() === 'z' && (ctrlKey || metaKey)) this.undo();
    else if (key === 'Escape') this.cancel();
    else if (!handle) return false;
    else return this.#handleHandleKey(event, handle, this.#outline);
    return true;
  }

  #handleHandleKey(event: Key, handle: Handle, outline: Outline): boolean {
    this.current = handle;
    const step = getArrowStep(event, outline.size);
    if (step) this.#moveByKey(handle, step);
    else if (event.key === 'Delete' || event.key === 'Backspace') this.removePoint();
    else if (event.key === 'Enter' || event.key === ' ') this.addPoint();
    else return false;
    return true;
  }

  undo(): void {
    this.#outline = this.#past.pop() ?? this.#outline;
    this.#movedByKey = undefined;
    this.current = { kind: 'whole' };
    this.#host.requestUpdate();
  }

  /** Adds a point after the current one, which becomes the current one. */
  addPoint(): void {
    const { current } = this;
    if (current.kind === 'whole' || this.#outline?.isBox) return;
    this.#change((outline) => addPoint(outline, current));
    this.current = { ...current, kind: 'point', index: current.index + 1 };
  }

  removePoint(): void {
    const { current } = this;
    if (current.kind === 'whole' || !this.canRemove) return;
    this.#change((outline) => removePoint(outline, current));
    this.current = { ...current, index: Math.max(0, current.index - 1) };
  }

  cancel(): void {
    this.#end();
    this.#callbacks.onCancelled();
  }

  /** Completes the change. Does nothing if the outline encloses no area. */
  finish(): void {
    const [viewId, view] = [this.#viewId, this.#outline && toView(this.#outline)];
    if (viewId === undefined || !view) return;
    const hasChanged = this.canUndo;
    this.#end();
    if (hasChanged) this.#callbacks.onAdjusted(viewId, view);
    else this.#callbacks.onCancelled();
  }

  /** The app resets `adjusting`. Until then, nothing is adjusted. */
  #end(): void {
    this.#outline = undefined;
    this.#past = [];
    this.#host.requestUpdate();
  }

  #moveByKey(handle: Handle, by: Point): void {
    const isSameStep = this.#movedByKey !== undefined && isSame(this.#movedByKey, handle);
    if (isSameStep && this.#outline) this.#outline = moveHandle(this.#outline, handle, by);
    else this.#change((outline) => moveHandle(outline, handle, by));
    this.#movedByKey = handle;
    this.#host.requestUpdate();
  }

  #change(change: (outline: Outline) => Outline): void {
    const outline = this.#outline;
    const next = outline && change(outline);
    if (!next || next === outline) return;
    this.#remember(outline);
    this.#outline = next;
    this.#host.requestUpdate();
  }

  #remember(outline: Outline): void {
    this.#past.push(outline);
    this.#movedByKey = undefined;
  }
}

export function isSame(a: Handle, b: Handle): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
