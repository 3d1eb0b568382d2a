import type { NodeReader } from '../node-reader.ts';

export type Pair = [number, number];
/** Before and after, for height and width. */
export type Pads = [Pair, Pair];
/** Pads as tfjs's convolutions and pools take them. */
export type ExplicitPads = [Pair, Pair, Pair, Pair];

/** The sliding window of a convolution or pool. */
export interface Window {
  readonly kernel: Pair;
  readonly strides: Pair;
  readonly dilations: Pair;
  /** Depends on the size of the image only with auto_pad or ceil_mode. */
  pads(height: number, width: number): Pads;
}

/** `kernel` is the weights' size where the operator has weights. */
export function readWindow(node: NodeReader, weightsKernel?: Pair): Window {
  const kernel = pair(node, 'kernel_shape', weightsKernel);
  const strides = pair(node, 'strides', [1, 1]);
  const dilations = pair(node, 'dilations', [1, 1]);
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
    const covered = (Math.ceil(size / strides[axis]) - 1) * strides[axis] + reach(kernel, dilations, axis);
    const total = Math.max(0, covered - size);
    const small = Math.floor(total / 2);
    return auto === 'SAME_UPPER' ? [small, total - small] : [total - small, small];
  };
  const pads = (height: number, width: number): Pads => (isSame ? [same(height, 0), same(width, 1)] : fixed);
  return { kernel, strides, dilations, pads };
}

/** How many pixels the window spans. */
export function reach(kernel: Pair, dilations: Pair, axis: 0 | 1): number {
  return (kernel[axis] - 1) * dilations[axis] + 1;
}

/** Pads with as much more at the end as ceil_mode's last, partly empty window needs. */
export function ceilPads(window: Window, [height, width]: Pair): Pads {
  const [vertical, horizontal] = window.pads(height, width);
  const grow = (size: number, [before, after]: Pair, axis: 0 | 1): Pair => {
    const stride = window.strides[axis];
    const span = reach(window.kernel, window.dilations, axis);
    const steps = Math.ceil((size + before + after - span) / stride);
    // A window that would start behind the image and its leading pad is left out.
    const last = steps * stride >= size + before ? steps - 1 : steps;
    return [before, Math.max(after, last * stride + span - size - before)];
  };
  return [grow(height, vertical, 0), grow(width, horizontal, 1)];
}

export function explicit([vertical, horizontal]: Pads): ExplicitPads {
  return [[0, 0], vertical, horizontal, [0, 0]];
}

export function pair(node: NodeReader, name: string, fallback: Pair | undefined): Pair {
  const values = node.ints(name) ?? fallback;
  const [first, second] = values ?? [];
  if (first === undefined || second === undefined || values?.length !== 2) {
    throw node.unsupported(
      `its attribute ${name} must have two numbers: only images are convolved and pooled`,
    );
  }
  return [first, second];
}
