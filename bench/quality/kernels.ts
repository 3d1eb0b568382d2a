/** Square, odd-sided, sums to 1. */
export interface Kernel {
  size: number;
  weights: number[];
}

/** Defocus blur: a disc. Its rim is 1 pixel soft, so that the radius need not be an integer. */
export function discKernel(radius: number): Kernel {
  return normalized(Math.ceil(radius), (x, y) => Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(x, y))));
}

/** Motion blur at constant speed: a line of this length, `degrees` anticlockwise from the right. */
export function motionKernel(length: number, degrees: number): Kernel {
  const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), -Math.sin((degrees * Math.PI) / 180)];
  return normalized(Math.ceil(length / 2), (x, y) => {
    const along = Math.abs(x * dx + y * dy);
    const across = Math.abs(x * dy - y * dx);
    return Math.max(0, 1 - across) * Math.min(1, Math.max(0, length / 2 + 0.5 - along));
  });
}

function normalized(reach: number, weight: (x: number, y: number) => number): Kernel {
  const size = 2 * reach + 1;
  const raw = Array.from({ length: size * size }, (_, n) =>
    weight((n % size) - reach, Math.floor(n / size) - reach),
  );
  const sum = raw.reduce((total, value) => total + value, 0);
  return { size, weights: raw.map((value) => value / sum) };
}
