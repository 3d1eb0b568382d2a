import { countCells, type FeatureMap } from './feature-map.ts';

/** The outputs of a detector that a caller needs. An engine may return more. */
export interface OutputSelection {
  /** The outputs of which it needs all cells. */
  whole: readonly string[];
  /** The outputs of which it needs only the cells of candidates. */
  levels: readonly string[];
  /** A cell is that of a candidate if the logit of a type reaches its minimum here; see {@link toMinLogits}. */
  minLogits: Float32Array;
}

const LARGEST_FLOAT = 3.4028234663852886e38;

/**
 * Returns the logit of each score threshold.
 *
 * They are 32-bit floats, as the logits of a model are, and finite: a shader may not assume that infinities exist. So the
 * CPU and a GPU select the same cells.
 */
export function toMinLogits(thresholds: readonly number[]): Float32Array {
  return Float32Array.from(thresholds, (score) => {
    if (score <= 0) return -LARGEST_FLOAT;
    return score < 1 ? Math.log(score / (1 - score)) : LARGEST_FLOAT;
  });
}

/** Returns the map with the cells of candidates only: what the shader of `src/inference/webgpu` computes. */
export function pickCells(map: FeatureMap, minLogits: Float32Array): FeatureMap {
  const { dims, data } = map;
  const count = countCells(map);
  const isCandidate = (cell: number) =>
    minLogits.some((minLogit, type) => (data[type * count + cell] ?? Number.NaN) >= minLogit);
  const cells = Uint32Array.from(Array.from({ length: count }, (_, cell) => cell).filter(isCandidate));
  const picked = new Float32Array((dims[1] ?? 0) * cells.length);
  for (const at of picked.keys()) {
    const channel = Math.floor(at / cells.length);
    picked[at] = data[channel * count + (cells[at % cells.length] ?? 0)] ?? 0;
  }
  return { dims, data: picked, cells };
}
