import type { Box } from '../geometry/box.ts';

/** A tensor of a model's output: `dims` are [1, channels, rows, columns]. */
export interface FeatureMap {
  dims: readonly number[];
  data: Float32Array;
}

/** Channels in order: one logit per type, `bins` per box side (left, top, right, bottom), mask coefficients. */
interface HeadLayout {
  types: number;
  bins: number;
  prototypes: number;
}

/** A raw box of the model's output. */
export interface Candidate {
  /** Index of the type. */
  type: number;
  /** Not calibrated, 0 to 1. */
  score: number;
  /** In canvas pixels. */
  box: Box;
  /** Weights of the mask prototypes; see mask-outline.ts. */
  coefficients: Float32Array;
}

/** The most candidates that one run returns. */
const MAX_CANDIDATES = 2000;

/** Returns every cell of every level whose score for a type reaches that type's threshold, best first. */
export function decodeHeads(
  levels: readonly { stride: number; map: FeatureMap }[],
  layout: HeadLayout,
  thresholds: readonly number[],
  maxCandidates = MAX_CANDIDATES,
): Candidate[] {
  const hits: { level: number; cell: number; type: number; logit: number }[] = [];
  levels.forEach(({ map }, level) => {
    const cells = planeSize(map);
    for (let type = 0; type < layout.types; type += 1) {
      const threshold = thresholds[type] ?? 1;
      // Compares logits: the sigmoid is then needed only for the few cells that pass.
      const minLogit = Math.log(threshold / (1 - threshold));
      const start = type * cells;
      for (let cell = 0; cell < cells; cell += 1) {
        const logit = map.data[start + cell] ?? Number.NEGATIVE_INFINITY;
        if (logit >= minLogit) hits.push({ level, cell, type, logit });
      }
    }
  });
  hits.sort((a, b) => b.logit - a.logit);
  return hits.slice(0, maxCandidates).flatMap(({ level, cell, type, logit }) => {
    const source = levels[level];
    if (!source) return [];
    return [
      {
        type,
        score: 1 / (1 + Math.exp(-logit)),
        box: decodeBox(source.map, source.stride, cell, layout),
        coefficients: channelValues(source.map, cell, layout.types + 4 * layout.bins, layout.prototypes),
      },
    ];
  });
}

/** The sides of a box are distances from the cell's centre, each the mean of a distribution over `bins` strides. */
function decodeBox(map: FeatureMap, stride: number, cell: number, { types, bins }: HeadLayout): Box {
  const columns = map.dims[3] ?? 1;
  const x = ((cell % columns) + 0.5) * stride;
  const y = (Math.floor(cell / columns) + 0.5) * stride;
  const distance = (side: number) =>
    stride * expectedBin(channelValues(map, cell, types + side * bins, bins));
  return { x0: x - distance(0), y0: y - distance(1), x1: x + distance(2), y1: y + distance(3) };
}

function expectedBin(logits: Float32Array): number {
  const peak = logits.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  let total = 0;
  let weighted = 0;
  logits.forEach((logit, bin) => {
    const weight = Math.exp(logit - peak);
    total += weight;
    weighted += weight * bin;
  });
  return weighted / total;
}

function channelValues(map: FeatureMap, cell: number, first: number, count: number): Float32Array {
  const cells = planeSize(map);
  const values = new Float32Array(count);
  for (let channel = 0; channel < count; channel += 1) {
    values[channel] = map.data[(first + channel) * cells + cell] ?? 0;
  }
  return values;
}

function planeSize({ dims }: FeatureMap): number {
  return (dims[2] ?? 0) * (dims[3] ?? 0);
}
