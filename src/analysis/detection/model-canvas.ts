/** How a photo is laid into a model's input: scaled, at the top left of a canvas whose sides are whole steps. */
export interface Canvas {
  /** Canvas pixels per photo pixel. */
  scale: number;
  width: number;
  height: number;
}

export interface CanvasRule {
  /** Both sides of a canvas are multiples of this. */
  step: number;
  /** Most pixels of a canvas: what a run costs does not depend on the photo's shape. */
  area: number;
}

/** The largest scale at which the photo fits a canvas of at most `area` pixels. No pixel is spent on padding twice. */
export function fitCanvas(width: number, height: number, { step, area }: CanvasRule): Canvas {
  const cells = Math.floor(area / (step * step));
  let scale = 0;
  for (let columns = 1; columns <= cells; columns += 1) {
    const rows = Math.floor(cells / columns);
    scale = Math.max(scale, Math.min((columns * step) / width, (rows * step) / height));
  }
  return { scale, width: wholeSteps(width * scale, step), height: wholeSteps(height * scale, step) };
}

/** Size in pixels to which the photo is scaled before it is laid on its canvas. */
export function scaledSize(width: number, height: number, canvas: Canvas): Size {
  return {
    width: Math.min(canvas.width, Math.max(1, Math.round(width * canvas.scale))),
    height: Math.min(canvas.height, Math.max(1, Math.round(height * canvas.scale))),
  };
}

/**
 * The size of a photo whose longer side is at most `maxSide`; never enlarged. Rounded up: asked for a hair less than a
 * half, a JPEG decoder would take the next smaller step.
 */
export function fitWithin({ width, height }: Size, maxSide: number): Size {
  const longer = Math.max(width, height);
  if (longer <= maxSide) return { width, height };
  return { width: Math.ceil((width * maxSide) / longer), height: Math.ceil((height * maxSide) / longer) };
}

interface Size {
  width: number;
  height: number;
}

function wholeSteps(length: number, step: number): number {
  // A hair of tolerance: a side that is a whole number of steps may come out a rounding error above it.
  return Math.max(1, Math.ceil(length / step - 1e-6)) * step;
}
