import { html, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ElementMessages } from '../locales/messages.ts';
import { getPosition, type Handle, listHandles, type Outline, type PointHandle } from './outline.ts';
import { toStyleText } from './style-text.ts';

/**
 * Renders the handles of an outline. A pointer takes hold of the nearest one (`findHandle`), so that close ones can be
 * small; they are buttons for the keyboard and for screen readers.
 */
export function renderOutlineHandles(outline: Outline, messages: ElementMessages['photo']): unknown {
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
export function toHandleId(handle: Handle): string {
  return handle.kind === 'whole' ? handle.kind : `${handle.kind} ${handle.ring} ${handle.index}`;
}

/** Returns the handle of an element, by its attribute. */
export function readHandle(element: EventTarget | null): Handle | undefined {
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
