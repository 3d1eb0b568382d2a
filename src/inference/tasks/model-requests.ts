/**
 * A detector, the lowest confidence of its detections, and the most crops of a photo on which it runs.
 *
 * @typeParam Model An entry of the manifest, a loaded model, or the key under which a worker has loaded it.
 */
export interface DetectorRequest<Model> {
  model: Model;
  threshold: number;
  crops?: number | undefined;
}
