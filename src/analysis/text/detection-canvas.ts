import type { Canvas, CanvasRule } from '../detection/model-canvas.ts';

/** Most that a small picture is enlarged: beyond it letters only get blurred. */
const MOST = 4;

/** The canvas on which lines are looked for: the longer side as wished, small pictures enlarged, whole steps. */
export function textCanvas(
  { width, height }: { width: number; height: number },
  { side, margin }: { side: number; margin: number },
  { step, area }: CanvasRule,
): Canvas {
  const most = Math.sqrt(area / (width * height));
  const scale = Math.min(MOST, most, side / Math.max(width, height));
  // The margin is at the right and below: a line that ends with the picture is found only where something follows.
  const steps = (length: number) => Math.max(1, Math.ceil((length * scale * (1 + margin)) / step - 1e-6));
  return { scale, width: steps(width) * step, height: steps(height) * step };
}
