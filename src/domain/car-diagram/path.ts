/**
 * SVG paths of the car diagram use only the absolute commands M, L, C and Z, so that a path can be mirrored, and drawn by
 * anything that knows lines and curves.
 */

export function circle(x: number, y: number, r: number): string {
  const k = round(r * 0.5523); // control points of a quarter circle
  return [
    `M${x} ${y - r}`,
    `C${x + k} ${y - r} ${x + r} ${y - k} ${x + r} ${y}`,
    `C${x + r} ${y + k} ${x + k} ${y + r} ${x} ${y + r}`,
    `C${x - k} ${y + r} ${x - r} ${y + k} ${x - r} ${y}`,
    `C${x - r} ${y - k} ${x - k} ${y - r} ${x} ${y - r}Z`,
  ].join('');
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}L${x + width} ${y}L${x + width} ${y + height}L${x} ${y + height}Z`;
}

/** Mirrors a path at the vertical line in the middle of a drawing. */
export function mirror(path: string, width: number): string {
  let isX = false;
  return path.replace(/-?\d+(\.\d+)?/g, (number) => {
    isX = !isX;
    return isX ? String(round(width - Number(number))) : number;
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
