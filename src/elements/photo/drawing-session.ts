import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  type Drawing,
  type DrawingTool,
  type DrawnView,
  drawnView,
  isClosed,
  moveTo,
  nudge,
  type Point,
  type Size,
  setPoint,
  startDrawing,
  takeBack,
} from './drawing.ts';

export interface DrawingEnds {
  drawn(view: DrawnView): void;
  cancelled(): void;
}

const STEP = 0.01;
const LARGE_STEP = 0.05;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Draws one outline after the other on its host, by pointer or keyboard, for as long as a tool is chosen. */
export class DrawingSession implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #ends: DrawingEnds;
  #drawing: Drawing | undefined;

  constructor(host: ReactiveControllerHost, ends: DrawingEnds) {
    this.#host = host;
    this.#ends = ends;
    host.addController(this);
  }

  hostConnected(): void {}

  get drawing(): Drawing | undefined {
    return this.#drawing;
  }

  /** Takes up a tool, or puts it away. */
  use(tool: DrawingTool | undefined, size: Size | undefined): void {
    const now = this.#drawing;
    if (!tool || !size) this.#drawing = undefined;
    else if (now?.tool !== tool || now.size.width !== size.width || now.size.height !== size.height) {
      this.#drawing = startDrawing(tool, size);
    }
  }

  pointerDown(at: Point): void {
    this.#change((drawing) => setPoint(moveTo(drawing, at)));
  }

  pointerMove(at: Point): void {
    if (this.#drawing) this.#drawing = moveTo(this.#drawing, at);
    this.#host.requestUpdate();
  }

  /** A box may be dragged from corner to corner; where the pointer has hardly moved, its second corner is yet to come. */
  pointerUp(at: Point): void {
    const drawing = this.#drawing;
    const [first] = drawing?.points ?? [];
    if (drawing?.tool !== 'box' || drawing.points.length !== 1 || !first) return;
    const dragged = Math.hypot(at[0] - first[0], at[1] - first[1]);
    const least = STEP * Math.max(drawing.size.width, drawing.size.height);
    if (dragged >= least) this.#change((open) => setPoint(moveTo(open, at)));
  }

  /** True where the key was meant for the drawing. */
  key({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean {
    if (!this.#drawing) return false;
    const arrow = ARROWS[key];
    const step = shiftKey ? LARGE_STEP : STEP;
    if (arrow) this.#change((drawing) => nudge(drawing, arrow[0] * step, arrow[1] * step));
    else if (key === 'Enter' || key === ' ') this.#change(setPoint);
    else if (key === 'Backspace') this.undo();
    else if (key === 'Escape') this.cancel();
    else return false;
    return true;
  }

  undo(): void {
    this.#change(takeBack);
  }

  cancel(): void {
    this.#restart();
    this.#ends.cancelled();
  }

  /** Ends it as it is; nothing happens where it encloses nothing. */
  finish(): void {
    const view = this.#drawing && drawnView(this.#drawing);
    if (!view) return;
    this.#restart();
    this.#ends.drawn(view);
  }

  #change(change: (drawing: Drawing) => Drawing): void {
    if (!this.#drawing) return;
    this.#drawing = change(this.#drawing);
    if (isClosed(this.#drawing)) {
      if (drawnView(this.#drawing)) this.finish();
      else this.#restart(); // two corners on one line
    }
    this.#host.requestUpdate();
  }

  #restart(): void {
    if (this.#drawing) this.#drawing = startDrawing(this.#drawing.tool, this.#drawing.size);
    this.#host.requestUpdate();
  }
}
