/** A tensor of a model's output: `dims` are [1, channels, rows, columns]. */
export interface FeatureMap {
  dims: readonly number[];
  /** Channel by channel, each with the numbers of all cells. */
  data: Float32Array;
  /** If present, `data` has the numbers of these cells only. Row by row, in ascending order. */
  cells?: Uint32Array;
}

/** Returns of how many cells the map has numbers. */
export function countCells({ dims, cells }: Pick<FeatureMap, 'dims' | 'cells'>): number {
  return cells?.length ?? (dims[2] ?? 0) * (dims[3] ?? 0);
}
