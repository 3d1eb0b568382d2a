/** Scale and position of a photo in its frame. `x` and `y` are its top left corner, in widths and heights of the frame. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

/** A point of the frame, from 0 to 1. */
export interface FramePoint {
  x: number;
  y: number;
}

export const INITIAL_ZOOM: Zoom = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;

/** Zooms by a factor. The point `at` stays where it is, as far as the photo still fills the frame. */
export function zoomAt({ scale, x, y }: Zoom, factor: number, at: FramePoint = { x: 0.5, y: 0.5 }): Zoom {
  const next = Math.min(Math.max(scale * factor, 1), MAX_SCALE);
  const growth = next / scale;
  return clampToFrame({ scale: next, x: at.x - (at.x - x) * growth, y: at.y - (at.y - y) * growth });
}

/** Moves the photo, as far as it still fills the frame. */
export function moveBy({ scale, x, y }: Zoom, by: FramePoint): Zoom {
  return clampToFrame({ scale, x: x + by.x, y: y + by.y });
}

/** Returns the zoom as CSS: size and position of the photo in its frame. */
export function toPosition({ scale, x, y }: Zoom): Record<'width' | 'height' | 'left' | 'top', string> {
  const toPercent = (value: number) => `${value * 100}%`;
  return { width: toPercent(scale), height: toPercent(scale), left: toPercent(x), top: toPercent(y) };
}

function clampToFrame({ scale, x, y }: Zoom): Zoom {
  const clamp = (corner: number) => Math.min(0, Math.max(1 - scale, corner));
  return { scale, x: clamp(x), y: clamp(y) };
}

/**
 * Returns styles for a property binding: `.style=${toStyleText({ … })}`. Lit's `styleMap` writes the attribute on the first
 * render, which a strict content security policy blocks.
 */
export function toStyleText(styles: Readonly<Record<string, string>>): string {
  return Object.entries(styles)
    .map(([name, value]) => `${name}: ${value};`)
    .join(' ');
}
