/** A labelled photo in the form of `index.json`, which training and evaluation read. */
export interface TrainingRecord {
  /** Relative to the folder of the index. */
  file: string;
  width: number;
  height: number;
  set: string;
  split: 'train' | 'val';
  /** True if the photo was squeezed to another aspect ratio at its source. */
  stretched: boolean;
  /** The types whose every instance on this photo is labelled. Other types may be present without a label. */
  labelled: string[];
  boxes: TrainingBox[];
  /** Regions of unknown content. */
  ignore: TrainingBox[];
}

export interface TrainingBox {
  label: string;
  /** Pixels of the upright photo. */
  x: number;
  y: number;
  w: number;
  h: number;
  /** x and y of each corner in turn. */
  polygon?: number[];
}

/** One photo in this number is for validation, if the source does not say. */
const VALIDATION_INTERVAL = 10;

/** Returns the split of the photo at this position of a list sorted by name. */
export function assignSplit(position: number): TrainingRecord['split'] {
  return position % VALIDATION_INTERVAL === 0 ? 'val' : 'train';
}
