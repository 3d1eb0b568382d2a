import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ElementMessages } from '../locales/messages.ts';
import { AdjustingController } from './adjusting-controller.ts';
import type { DrawingTool, DrawnView, Point, Size } from './drawing.ts';
import { DrawingController } from './drawing-controller.ts';
import { renderAdjusted, renderDrawing } from './mark-outlines.ts';
import type { PhotoView } from './marks.ts';
import { getPosition, type Handle, listHandles, type Outline, type PointHandle } from './outline.ts';
import { renderAdjustingTools, renderDrawingTools } from './photo-tools.ts';
import { toStyleText } from './zoom.ts';

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

/**
 * Renders the handles of an outline. A pointer takes hold of the nearest one (`findHandle`), so that close ones can be
 * small; they are buttons for the keyboard and for screen readers.
 */
function renderOutlineHandles(outline: Outline, messages: ElementMessages['photo']): unknown {
  const handles: Handle[] = [{ kind: 'whole' }, ...listHandles(outline)];
  return repeat(handles, toHandleId, (handle) => renderHandle(outline, handle, messages));
}

function renderHandle(outline: Outline, handle: Handle, messages: ElementMessages['photo']): TemplateResult {
  const { width, height } = outline.size;
  const [x, y] = handle.kind === 'whole' ? getCenter(outline) : getPosition(outline, handle);
  const place = { left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%` };
  // The middles of a polygon are for the pointer: with the keyboard, Enter adds a point.
  const isReachable = handle.kind !== 'middle' || outline.isBox;
  return html`<button
    type="button"
    class=${`handle ${handle.kind}`}
    part="handle"
    data-handle=${toHandleId(handle)}
    tabindex=${isReachable ? 0 : -1}
    aria-label=${describe(outline, handle, messages)}
    aria-hidden=${!isReachable}
    .style=${toStyleText(place)}
  ></button>`;
}

function describe({ rings }: Outline, handle: Handle, messages: ElementMessages['photo']): string {
  if (handle.kind === 'whole') return messages.wholeOutline;
  const total = rings[handle.ring]?.length ?? 0;
  const name = handle.kind === 'point' ? messages.point : messages.edge;
  return name(handle.index + 1, total);
}

/** `whole`, `point 0 3`: for attributes. */
function toHandleId(handle: Handle): string {
  return handle.kind === 'whole' ? handle.kind : `${handle.kind} ${handle.ring} ${handle.index}`;
}

/** Returns the handle of an element, by its attribute. */
function readHandle(element: EventTarget | null): Handle | undefined {
  const [kind, ring, index] = (element as HTMLElement | null)?.dataset?.handle?.split(' ') ?? [];
  if (kind === 'whole') return { kind };
  if (kind !== 'point' && kind !== 'middle') return undefined;
  return { kind, ring: Number(ring), index: Number(index) } satisfies PointHandle;
}

function getCenter({ rings }: Outline): [number, number] {
  const points = rings.flat();
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [mean(0), mean(1)];
}
