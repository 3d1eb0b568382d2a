import { type NodeReader, requireInput } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import { Value } from '../value.ts';
import { gatherAt } from './movement.ts';

/** ONNX's mappings from a position in the result to a position in the source. The first is the default. */
const COORDINATES = ['half_pixel', 'asymmetric', 'align_corners', 'pytorch_half_pixel'] as const;
type Coordinates = (typeof COORDINATES)[number];
const ROUNDINGS = ['round_prefer_floor', 'round_prefer_ceil', 'floor', 'ceil'] as const;
type Rounding = (typeof ROUNDINGS)[number];

interface Scaling {
  /** Pixels of the source. */
  readonly from: number;
  /** Pixels of the result. */
  readonly out: number;
  readonly scale: number;
}

const ROUND: Readonly<Record<Rounding, (position: number) => number>> = {
  round_prefer_floor: (position) => Math.ceil(position - 0.5),
  round_prefer_ceil: (position) => Math.floor(position + 0.5),
  floor: Math.floor,
  ceil: Math.ceil,
};

const resize: Operator = (node, { tf }) => {
  if (node.opset < 11) throw node.unsupported('its version is older than 11');
  const mode = node.choice('mode', ['nearest', 'linear']);
  const coordinates = node.choice('coordinate_transformation_mode', COORDINATES);
  const rounding = node.choice('nearest_mode', ROUNDINGS);
  node.ignore('cubic_coeff_a', 'extrapolation_value');
  node.requireInt('exclude_outside', 0);
  node.requireInt('antialias', 0);
  node.choice('keep_aspect_ratio_policy', ['stretch']);
  if (node.ints('axes')) throw node.unsupported('its attribute axes is not implemented');
  checkConstants(node);
  return (inputs) => {
    const value = requireInput(inputs, 0);
    const x = value.spatial();
    const [vertical, horizontal] = readScalings(
      value.dims,
      inputs[2]?.numbers() ?? [],
      inputs[3]?.numbers() ?? [],
    );
    const size: [number, number] = [vertical.out, horizontal.out];
    if (mode === 'linear') {
      if (![vertical, horizontal].every(({ from, out, scale }) => Math.abs(out / from - scale) < 1e-6)) {
        throw new Error('its scales do not result in whole pixels');
      }
      const [align, half] = [coordinates === 'align_corners', coordinates.endsWith('half_pixel')];
      return Value.spatial(tf, tf.image.resizeBilinear(x, size, align, half));
    }
    const rows = nearestSources(vertical, coordinates, rounding);
    const columns = nearestSources(horizontal, coordinates, rounding);
    if (isTfjsNearest(rows, vertical) && isTfjsNearest(columns, horizontal)) {
      return Value.spatial(tf, tf.image.resizeNearestNeighbor(x, size));
    }
    return Value.spatial(tf, gatherAt(tf, gatherAt(tf, x, rows, 1), columns, 2));
  };
};

/** Checks constant scales when the model is loaded. */
function checkConstants(node: NodeReader): void {
  const scales = node.constant(2)?.numbers() ?? [];
  if (scales.length > 0 && (scales.length !== 4 || scales[0] !== 1 || scales[1] !== 1)) {
    throw node.unsupported('it resizes other axes than the height and width of images');
  }
}

function readScalings(
  dims: readonly number[],
  scales: readonly number[],
  sizes: readonly number[],
): [Scaling, Scaling] {
  if (dims.length !== 4 || Math.max(scales.length, sizes.length) !== 4)
    throw new Error('it does not resize images');
  const at = (axis: 2 | 3): Scaling => {
    const from = dims[axis] ?? 1;
    const scale = scales[axis];
    if (scales.length === 4 && scale !== undefined) return { from, out: Math.floor(from * scale), scale };
    const out = sizes[axis] ?? from;
    return { from, out, scale: out / from };
  };
  return [at(2), at(3)];
}

/** Whether tfjs's kernel selects the same pixels. It uses floor(index * from / out). */
function isTfjsNearest(sources: readonly number[], { from, out }: Scaling): boolean {
  const isIntegerRatio = out % from === 0 || from % out === 0; // otherwise float32 may round to another pixel
  return isIntegerRatio && sources.every((source, index) => source === Math.floor((index * from) / out));
}

/** Returns the source pixel of every pixel of the result. */
function nearestSources(scaling: Scaling, coordinates: Coordinates, rounding: Rounding): number[] {
  return Array.from({ length: scaling.out }, (_, index) => {
    // In float32 like the reference implementation, so that ties round the same way.
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

export const RESIZES: OperatorTable = { Resize: resize };
