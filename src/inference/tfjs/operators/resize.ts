import { given, type NodeReader } from '../node-reader.ts';
import type { Operator, OperatorTable } from '../operator.ts';
import { Value } from '../value.ts';
import { gatherAt } from './movement.ts';
import { COORDINATES, nearestSources, ROUNDINGS, type Scaling } from './resize-coordinates.ts';

const resize: Operator = (node, { tf }) => {
  if (node.opset < 11) throw node.unsupported('it is older than version 11');
  const mode = node.choice('mode', ['nearest', 'linear']);
  const coordinates = node.choice('coordinate_transformation_mode', COORDINATES);
  const rounding = node.choice('nearest_mode', ROUNDINGS);
  node.ignore('cubic_coeff_a', 'extrapolation_value');
  node.require('exclude_outside', 0);
  node.require('antialias', 0);
  node.choice('keep_aspect_ratio_policy', ['stretch']);
  if (node.ints('axes')) throw node.unsupported('its attribute axes is not implemented');
  checkConstants(node);
  return (inputs) => {
    const value = given(inputs, 0);
    const x = value.spatial();
    const [vertical, horizontal] = scalings(
      value.dims,
      inputs[2]?.numbers() ?? [],
      inputs[3]?.numbers() ?? [],
    );
    const size: [number, number] = [vertical.out, horizontal.out];
    if (mode === 'linear') {
      if (![vertical, horizontal].every(({ from, out, scale }) => Math.abs(out / from - scale) < 1e-6)) {
        throw new Error('its factors do not give whole pixels');
      }
      const [align, half] = [coordinates === 'align_corners', coordinates.endsWith('half_pixel')];
      return Value.spatial(tf, tf.image.resizeBilinear(x, size, align, half));
    }
    const rows = nearestSources(vertical, coordinates, rounding);
    const columns = nearestSources(horizontal, coordinates, rounding);
    if (isPlainNearest(rows, vertical) && isPlainNearest(columns, horizontal)) {
      return Value.spatial(tf, tf.image.resizeNearestNeighbor(x, size));
    }
    return Value.spatial(tf, gatherAt(tf, gatherAt(tf, x, rows, 1), columns, 2));
  };
};

/** Constant factors are checked at load, as everything that can be. */
function checkConstants(node: NodeReader): void {
  const scales = node.constant(2)?.numbers() ?? [];
  if (scales.length > 0 && (scales.length !== 4 || scales[0] !== 1 || scales[1] !== 1)) {
    throw node.unsupported('it resizes something else than the height and width of images');
  }
}

function scalings(
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

/** Whether tfjs's own kernel picks the same pixels: it takes the floor of position times from / out. */
function isPlainNearest(sources: readonly number[], { from, out }: Scaling): boolean {
  const isWhole = out % from === 0 || from % out === 0; // else its single precision may round to another pixel
  return isWhole && sources.every((source, index) => source === Math.floor((index * from) / out));
}

export const RESIZES: OperatorTable = { Resize: resize };
