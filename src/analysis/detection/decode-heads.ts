import type { Box } from '../geometry/box.ts';
import { toMinLogits } from './candidate-cells.ts';
import { countCells, type FeatureMap } from './feature-map.ts';

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

/**
 * Returns every cell of every level whose score for a type reaches that type's threshold, best first.
 *
 * @param levels Maps with all cells, or at least those of the candidates at these thresholds.
 */
export function decodeHeads(
  levels: readonly { stride: number; map: FeatureMap }[],
  layout: HeadLayout,
  thresholds: readonly number[],
): Candidate[] {
  const hits: { level: number; at: number; type: number; logit: number }[] = [];
  // Compares logits: the sigmoid is then needed only for the few cells that pass.
  const minLogits = toMinLogits(thresholds);
  levels.forEach(({ map }, level) => {
    const cells = countCells(map);
    const { data } = map;
    for (let type = 0; type < layout.types; type += 1) {
      const minLogit = minLogits[type] ?? Number.POSITIVE_INFINITY;
      const start = type * cells;
      for (let at = 0; at < cells; at += 1) {
        const logit = data[start + at] as number;
        if (logit >= minLogit) hits.push({ level, at, type, logit });
      }
    }
  });
  hits.sort((a, b) => b.logit - a.logit);
  return hits.slice(0, MAX_CANDIDATES).flatMap(({ level, at, type, logit }) => {
    const source = levels[level];
    if (!source) return [];
    return [
      {
        type,
        score: 1 / (1 + Math.exp(-logit)),
        box: decodeBox(source.map, source.stride, at, layout),
        coefficients: channelValues(source.map, at, layout.types + 4 * layout.bins, layout.prototypes),
      },
    ];
  });
}

/** The sides of a box are distances from the cell's centre, each the mean of a distribution over `bins` strides. */
function decodeBox(map: FeatureMap, stride: number, at: number, { types, bins }: HeadLayout): Box {
  const cell = map.cells?.[at] ?? at;
  const columns = map.dims[3] ?? 1;
  const x = ((cell % columns) + 0.5) * stride;
  const y = (Math.floor(cell / columns) + 0.5) * stride;
  const distance = (side: number) => stride * expectedBin(map, at, types + side * bins, bins);
  return { x0: x - distance(0), y0: y - distance(1), x1: x + distance(2), y1: y + distance(3) };
}

/** Returns the mean of a distribution over bins whose logits are the channels from `first`. It creates no objects. */
function expectedBin(map: FeatureMap, at: number, first: number, bins: number): number {
  const { data } = map;
  const cells = countCells(map);
  const start = first * cells + at;
  let peak = Number.NEGATIVE_INFINITY;
  for (let bin = 0; bin < bins; bin += 1) peak = Math.max(peak, data[start + bin * cells] as number);
  let total = 0;
  let weighted = 0;
  for (let bin = 0; bin < bins; bin += 1) {
    const weight = Math.exp((data[start + bin * cells] as number) - peak);
    total += weight;
    weighted += weight * bin;
  }
  return weighted / total;
}

/** @param at The place of a cell among those of the map. */
function channelValues(map: FeatureMap, at: number, first: number, count: number): Float32Array {
  const cells = countCells(map);
  const values = new Float32Array(count);
  for (let channel = 0; channel < count; channel += 1) {
    values[channel] = map.data[(first + channel) * cells + at] as number;
  }
  return values;
}
