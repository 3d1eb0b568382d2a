/** How a photo lies in its frame: `scale` times as large, its corner at `x`, `y` in widths and heights of the frame. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

/** A place in the frame, from 0 to 1. */
export interface Place {
  x: number;
  y: number;
}

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 };
export const MOST_ZOOM = 8;

/** Larger or smaller; what is at the place stays there, as long as the photo fills its frame. */
export function zoomedAt({ scale, x, y }: Zoom, factor: number, at: Place = { x: 0.5, y: 0.5 }): Zoom {
  const next = Math.min(Math.max(scale * factor, 1), MOST_ZOOM);
  const grown = next / scale;
  return filling({ scale: next, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown });
}

export function movedBy({ scale, x, y }: Zoom, by: Place): Zoom {
  return filling({ scale, x: x + by.x, y: y + by.y });
}

function filling({ scale, x, y }: Zoom): Zoom {
  const within = (corner: number) => Math.min(0, Math.max(1 - scale, corner));
  return { scale, x: within(x), y: within(y) };
}
