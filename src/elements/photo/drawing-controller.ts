import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { getArrowStep, STEP } from './arrow-step.ts';
import {
  type Drawing,
  type DrawingTool,
  type DrawnView,
  isClosed,
  moveCursor,
  moveCursorBy,
  type Point,
  removePoint,
  type Size,
  setPoint,
  startDrawing,
  toDrawnView,
} from './drawing.ts';

interface DrawingCallbacks {
  onDrawn(view: DrawnView): void;
  onCancelled(): void;
}

/** Draws outlines on its host by pointer or keyboard, one after the other, while a tool is selected. */
export class DrawingController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #callbacks: DrawingCallbacks;
  #drawing: Drawing | undefined;

  constructor(host: ReactiveControllerHost, callbacks: DrawingCallbacks) {
    this.#host = host;
    this.#callbacks = callbacks;
    host.addController(this);
  }

  hostConnected(): void {}

  get drawing(): Drawing | undefined {
    return this.#drawing;
  }

  /** Selects a tool, or none. A new tool or photo size discards the unfinished drawing. */
  selectTool(tool: DrawingTool | undefined, size: Size | undefined): void {
    const current = this.#drawing;
    if (!tool || !size) this.#drawing = undefined;
    else if (
      current?.tool !== tool ||
      current.size.width !== size.width ||
      current.size.height !== size.height
    ) {
      this.#drawing = startDrawing(tool, size);
    }
  }

  pointerDown(at: Point): void {
    this.#change((drawing) => setPoint(moveCursor(drawing, at)));
  }

  pointerMove(at: Point): void {
    if (this.#drawing) this.#drawing = moveCursor(this.#drawing, at);
    this.#host.requestUpdate();
  }

  /** Completes a box that is dragged. If the pointer hardly moved, it was a click, and the second corner follows. */
  pointerUp(at: Point): void {
    const drawing = this.#drawing;
    const [first] = drawing?.points ?? [];
    if (drawing?.tool !== 'box' || drawing.points.length !== 1 || !first) return;
    const distance = Math.hypot(at[0] - first[0], at[1] - first[1]);
    const minDistance = STEP * Math.max(drawing.size.width, drawing.size.height);
    if (distance >= minDistance) this.#change((open) => setPoint(moveCursor(open, at)));
  }

  /** Returns whether the key was handled. */
  handleKey(event: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    if (!this.#drawing) return false;
    const { key } = event;
    const step = getArrowStep(event, this.#drawing.size);
    if (step) this.#change((drawing) => moveCursorBy(drawing, step));
    else if (key === 'Enter' || key === ' ') this.#change(setPoint);
    else if (key === 'Backspace') this.undo();
    else if (key === 'Escape') this.cancel();
    else return false;
    return true;
  }

  undo(): void {
    this.#change(removePoint);
  }

  cancel(): void {
    this.#restart();
    this.#callbacks.onCancelled();
  }

  /** Completes the outline. Does nothing if it encloses no area. */
  finish(): void {
    const view = this.#drawing && toDrawnView(this.#drawing);
    if (!view) return;
    this.#restart();
    this.#callbacks.onDrawn(view);
  }

  #change(change: (drawing: Drawing) => Drawing): void {
    if (!this.#drawing) return;
    this.#drawing = change(this.#drawing);
    if (isClosed(this.#drawing)) {
      if (toDrawnView(this.#drawing)) this.finish();
      else this.#restart(); // a box whose corners are on one line
    }
    this.#host.requestUpdate();
  }

  #restart(): void {
    if (this.#drawing) this.#drawing = startDrawing(this.#drawing.tool, this.#drawing.size);
    this.#host.requestUpdate();
  }
}
