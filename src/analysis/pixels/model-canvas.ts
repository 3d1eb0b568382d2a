import type { Size } from '../geometry/size.ts';

/** The input area of a model. A photo is scaled onto its top left; both sides are multiples of a step. */
export interface Canvas {
  /** Canvas pixels per photo pixel. */
  scale: number;
  width: number;
  height: number;
}

export interface CanvasLimits {
  /** Both sides of a canvas are multiples of this. */
  step: number;
  /** The most pixels of a canvas. The cost of a run therefore does not depend on the photo's shape. */
  area: number;
}

/** Returns the canvas of at most `area` pixels on which the photo fits at the largest scale. */
export function fitCanvas(width: number, height: number, { step, area }: CanvasLimits): Canvas {
  const cells = Math.floor(area / (step * step));
  let scale = 0;
  for (let columns = 1; columns <= cells; columns += 1) {
    const rows = Math.floor(cells / columns);
    scale = Math.max(scale, Math.min((columns * step) / width, (rows * step) / height));
  }
  return { scale, width: ceilToStep(width * scale, step), height: ceilToStep(height * scale, step) };
}

/** Returns the size of the photo on its canvas, in pixels. */
export function scaledSize(width: number, height: number, canvas: Canvas): Size {
  return {
    width: Math.min(canvas.width, Math.max(1, Math.round(width * canvas.scale))),
    height: Math.min(canvas.height, Math.max(1, Math.round(height * canvas.scale))),
  };
}

function ceilToStep(length: number, step: number): number {
  // The tolerance absorbs rounding errors: a whole number of steps may come out slightly above it.
  return Math.max(1, Math.ceil(length / step - 1e-6)) * step;
}
