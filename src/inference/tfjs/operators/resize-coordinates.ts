/** ONNX's ways from a position in the result to one in the source; the first is the default. */
export const COORDINATES = ['half_pixel', 'asymmetric', 'align_corners', 'pytorch_half_pixel'] as const;
export type Coordinates = (typeof COORDINATES)[number];
export const ROUNDINGS = ['round_prefer_floor', 'round_prefer_ceil', 'floor', 'ceil'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

export interface Scaling {
  readonly from: number;
  readonly out: number;
  readonly scale: number;
}

const ROUND: Readonly<Record<Rounding, (position: number) => number>> = {
  round_prefer_floor: (position) => Math.ceil(position - 0.5),
  round_prefer_ceil: (position) => Math.floor(position + 0.5),
  floor: Math.floor,
  ceil: Math.ceil,
};

/** For each pixel of the result the pixel of the source that it shows. */
export function nearestSources(scaling: Scaling, coordinates: Coordinates, rounding: Rounding): number[] {
  return Array.from({ length: scaling.out }, (_, index) => {
    // In single precision, as the reference computes it: halves and wholes must fall the same way.
    const position = Math.fround(sourcePosition(index, scaling, coordinates));
    return Math.min(Math.max(ROUND[rounding](position), 0), scaling.from - 1);
  });
}

function sourcePosition(index: number, { from, out, scale }: Scaling, coordinates: Coordinates): number {
  switch (coordinates) {
    case 'asymmetric':
      return index / Math.fround(scale);
    case 'align_corners':
      return out === 1 ? 0 : (index * (from - 1)) / (out - 1);
    case 'pytorch_half_pixel':
      return out === 1 ? 0 : (index + 0.5) / Math.fround(scale) - 0.5;
    default:
      return (index + 0.5) / Math.fround(scale) - 0.5;
  }
}
