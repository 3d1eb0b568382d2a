/**
 * Smooths with 1 2 1 along rows and columns, the taps `step` apart; the border repeats. Nothing is divided, so the
 * result is exactly 16 times as large: two passes on bytes still fit 16 bits, and mirroring changes no bit.
 */
export function binomial(source: Uint16Array, width: number, height: number, step: number): Uint16Array {
  return alongColumns(alongRows(source, width, height, step), width, height, step);
}

function alongRows(source: Uint16Array, width: number, height: number, step: number): Uint16Array {
  const smooth = new Uint16Array(source.length);
  for (let y = 0; y < height; y++) {
    const first = y * width;
    const last = first + width - 1;
    for (let at = first; at <= last; at++) {
      const left = at - step < first ? first : at - step;
      const right = at + step > last ? last : at + step;
      smooth[at] = (source[left] ?? 0) + 2 * (source[at] ?? 0) + (source[right] ?? 0);
    }
  }
  return smooth;
}

function alongColumns(source: Uint16Array, width: number, height: number, step: number): Uint16Array {
  const smooth = new Uint16Array(source.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    const above = Math.max(0, y - step) * width;
    const below = Math.min(height - 1, y + step) * width;
    for (let x = 0; x < width; x++) {
      smooth[row + x] = (source[above + x] ?? 0) + 2 * (source[row + x] ?? 0) + (source[below + x] ?? 0);
    }
  }
  return smooth;
}
