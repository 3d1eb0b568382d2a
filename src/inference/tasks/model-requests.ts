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

/** The models that run on wheels together. */
export interface WheelModels<Detector, Analyser = Detector> {
  analyser: Analyser;
  /** Detects wheels. If the manifest lists no wheel detector, this is the part model. */
  wheels: Detector;
  /** The part model. Its detections determine the viewpoint, and so the names of the wheels. */
  parts?: Detector | undefined;
}
