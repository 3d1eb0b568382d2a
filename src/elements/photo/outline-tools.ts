import { nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { ElementMessages } from '../locales/messages.ts';
import { AdjustingController } from './adjusting-controller.ts';
import type { DrawingTool, DrawnView, Point, Size } from './drawing.ts';
import { DrawingController } from './drawing-controller.ts';
import { renderAdjusted, renderDrawing } from './mark-outlines.ts';
import type { PhotoView } from './marks.ts';
import { readHandle, renderOutlineHandles, toHandleId } from './outline-handles.ts';
import { renderAdjustingTools, renderDrawingTools } from './photo-tools.ts';

interface OutlineCallbacks {
  onDrawn(view: DrawnView): void;
  onDrawCancelled(): void;
  onAdjusted(viewId: string, view: DrawnView): void;
  onAdjustCancelled(): void;
}

interface SelectedTool {
  drawing: DrawingTool | undefined;
  /** Id of the view to adjust. */
  adjusting: string | undefined;
  views: readonly PhotoView[];
  size: Size | undefined;
}

/** The two ways to change outlines on a photo: drawing a new one, and adjusting one. At most one is active. */
export class OutlineTools {
  readonly #draw: DrawingController;
  readonly #adjust: AdjustingController;

  constructor(host: ReactiveControllerHost, callbacks: OutlineCallbacks) {
    this.#draw = new DrawingController(host, {
      onDrawn: callbacks.onDrawn,
      onCancelled: callbacks.onDrawCancelled,
    });
    this.#adjust = new AdjustingController(host, {
      onAdjusted: callbacks.onAdjusted,
      onCancelled: callbacks.onAdjustCancelled,
    });
  }

  get active(): 'drawing' | 'adjusting' | undefined {
    if (this.#draw.drawing) return 'drawing';
    return this.#adjust.outline && 'adjusting';
  }

  /** Whether the pointer moves a handle: then it must not move the photo. */
  get isDragging(): boolean {
    return this.#adjust.isDragging;
  }

  select({ drawing, adjusting, views, size }: SelectedTool): void {
    this.#draw.selectTool(drawing, size);
    const view = drawing ? undefined : views.find(({ id }) => id === adjusting);
    this.#adjust.selectView(view, size);
  }

  /**
   * Handles `pointerdown`, `pointermove` and `pointerup`.
   *
   * @param at The pointer in pixels of the photo.
   * @param reach How far from a handle the pointer may be, in pixels of the photo.
   * @returns whether the pointer draws or drags from now on.
   */
  handlePointer({ type, isPrimary }: PointerEvent, at: Point, reach: number): boolean {
    const isDrawing = this.#draw.drawing !== undefined;
    if (!isPrimary)
      this.abortDrag(); // a second finger zooms
    else if (type === 'pointermove') (isDrawing ? this.#draw : this.#adjust).pointerMove(at);
    else if (type === 'pointerup') (isDrawing ? this.#draw : this.#adjust).pointerUp(at);
    else if (!isDrawing) return this.#adjust.pointerDown(at, reach);
    else {
      this.#draw.pointerDown(at);
      return true;
    }
    return false;
  }

  abortDrag(): void {
    this.#adjust.abortDrag();
  }

  /** Returns whether the key was handled. */
  handleKey(event: KeyboardEvent): boolean {
    return this.#draw.handleKey(event) || this.#adjust.handleKey(event, readHandle(event.target));
  }

  /** Focuses the handle that was used last. */
  focusHandle(root: ParentNode): void {
    const id = toHandleId(this.#adjust.current);
    root.querySelector<HTMLElement>(`[data-handle="${id}"]`)?.focus({ preventScroll: true });
  }

  /** Renders the outline that is drawn or adjusted, as SVG. */
  renderOutline(): TemplateResult | undefined {
    if (this.#draw.drawing) return renderDrawing(this.#draw.drawing);
    return this.#adjust.outline && renderAdjusted(this.#adjust.outline);
  }

  renderHandles(messages: ElementMessages['photo']): unknown {
    return this.#adjust.outline ? renderOutlineHandles(this.#adjust.outline, messages) : nothing;
  }

  renderButtons(messages: ElementMessages['photo']): TemplateResult {
    return this.#draw.drawing
      ? renderDrawingTools(this.#draw, messages)
      : renderAdjustingTools(this.#adjust, messages);
  }
}
