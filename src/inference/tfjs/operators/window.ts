import type { NodeReader } from '../node-reader.ts';

export type Pair = [number, number];
/** Before and after, for height and width. */
export type Pads = [Pair, Pair];
/** Pads in the form of tfjs's convolutions and pools. */
type ExplicitPads = [Pair, Pair, Pair, Pair];

/** The sliding window of a convolution or pool. */
export interface Window {
  readonly kernel: Pair;
  readonly strides: Pair;
  readonly dilations: Pair;
  /** The pads depend on the image size only with auto_pad or ceil_mode. */
  pads(height: number, width: number): Pads;
}

/**
 * Reads the window of a node.
 *
 * @param weightsKernel The size of the weights, if the operator has weights.
 */
export function readWindow(node: NodeReader, weightsKernel?: Pair): Window {
  const kernel = readPair(node, 'kernel_shape', weightsKernel);
  const strides = readPair(node, 'strides', [1, 1]);
  const dilations = readPair(node, 'dilations', [1, 1]);
  const auto = node.choice('auto_pad', ['NOTSET', 'VALID', 'SAME_UPPER', 'SAME_LOWER']);
  const [top = 0, left = 0, bottom = 0, right = 0] = node.ints('pads') ?? [];
  if (Math.min(top, left, bottom, right) < 0) throw node.unsupported('its pads are negative');
  const fixed: Pads =
    auto === 'VALID'
      ? [
          [0, 0],
          [0, 0],
        ]
      : [
          [top, bottom],
          [left, right],
        ];
  const isSame = auto === 'SAME_UPPER' || auto === 'SAME_LOWER';
  const same = (size: number, axis: 0 | 1): Pair => {
    const covered =
      (Math.ceil(size / strides[axis]) - 1) * strides[axis] + windowSpan(kernel, dilations, axis);
    const total = Math.max(0, covered - size);
    const small = Math.floor(total / 2);
    return auto === 'SAME_UPPER' ? [small, total - small] : [total - small, small];
  };
  const pads = (height: number, width: number): Pads => (isSame ? [same(height, 0), same(width, 1)] : fixed);
  return { kernel, strides, dilations, pads };
}

/** Returns the number of pixels that the window spans. */
function windowSpan(kernel: Pair, dilations: Pair, axis: 0 | 1): number {
  return (kernel[axis] - 1) * dilations[axis] + 1;
}

/** Extends the end pads for the last, partly empty window of ceil_mode. */
export function ceilPads(window: Window, [height, width]: Pair): Pads {
  const [vertical, horizontal] = window.pads(height, width);
  const grow = (size: number, [before, after]: Pair, axis: 0 | 1): Pair => {
    const stride = window.strides[axis];
    const span = windowSpan(window.kernel, window.dilations, axis);
    const steps = Math.ceil((size + before + after - span) / stride);
    // A window that would start after the image and its leading pad is omitted.
    const last = steps * stride >= size + before ? steps - 1 : steps;
    return [before, Math.max(after, last * stride + span - size - before)];
  };
  return [grow(height, vertical, 0), grow(width, horizontal, 1)];
}

export function toExplicitPads([vertical, horizontal]: Pads): ExplicitPads {
  return [[0, 0], vertical, horizontal, [0, 0]];
}

export function readPair(node: NodeReader, name: string, fallback: Pair | undefined): Pair {
  const values = node.ints(name) ?? fallback;
  const [first, second] = values ?? [];
  if (first === undefined || second === undefined || values?.length !== 2) {
    throw node.unsupported(`its attribute ${name} must have 2 numbers: only images are supported`);
  }
  return [first, second];
}
