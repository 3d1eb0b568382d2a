import type { OutputSelection } from '../../analysis/detection/candidate-cells.ts';
import { toScoreThresholds } from '../../analysis/detection/detections.ts';
import { selectScaleOutputs } from '../../analysis/detection/scored-detections.ts';
import type { Size } from '../../analysis/geometry/size.ts';
import type { DetectorEntry, ModelEntry } from '../../analysis/model-manifest.ts';
import { fitTextCanvas } from '../../analysis/text/reading-plan.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Tensors } from '../engine.ts';
import { createGoldenInput, drawGoldenPicture, toRgba } from '../self-test/golden-picture.ts';
import { detectorCanvases } from './detector.ts';
import type { LoadedModel } from './loaded-model.ts';
import { runInputs } from './run-inputs.ts';

/** A photo of a phone, as it is decoded for reading. */
const TYPICAL_PHOTO = { width: 2400, height: 1800 };
/** The same photo, as it is decoded for detectors. */
const DECODED_SIZE = { width: 1000, height: 750 };
const TYPICAL_WHEELS = 2;
const TYPICAL_LINES = 4;
/** The scale at which a code is searched for first. */
const TYPICAL_TEXT_SCALE = { side: 480, margin: 0.2 };

/** Returns what a model runs on for one typical photo: the input of each run, at its real size. */
export function createTypicalInputs(model: ModelEntry): Tensors[] {
  return listTypicalSizes(model).map((size) => createGoldenInput(model, size));
}

/** Returns a function that runs a model on one typical photo, in the way in which tasks do. */
export function createTypicalRun({ entry, session }: LoadedModel): () => Promise<unknown> {
  const { runPhoto } = session;
  if (runPhoto && (entry.kind === 'detector' || entry.kind === 'text-detector')) {
    const photo = createTypicalPhoto();
    const canvases =
      entry.kind === 'detector'
        ? detectorCanvases(entry, photo.original)
        : [fitTextCanvas(photo, TYPICAL_TEXT_SCALE, entry.input)];
    const selection = entry.kind === 'detector' ? selectTypicalOutputs(entry, canvases.length) : undefined;
    return () => runPhoto(photo, canvases, selection);
  }
  const inputs = createTypicalInputs(entry);
  return () => runInputs(session, inputs);
}

function selectTypicalOutputs(model: DetectorEntry, scales: number): OutputSelection {
  return selectScaleOutputs(scales, model, toScoreThresholds(model, model.threshold));
}

/** Makes the runs on typical photos faster, if the engine can. */
export async function prepareTypicalRun({ entry, session }: LoadedModel): Promise<void> {
  if (hasManyShapes(entry)) return;
  const shapes = new Map(
    listTypicalSizes(entry).map(({ width, height }) => [`${width} x ${height}`, [1, 3, height, width]]),
  );
  for (const dims of shapes.values()) await session.prepare?.(dims);
}

/** Returns whether the model runs on lines of any width. */
function hasManyShapes(model: ModelEntry): boolean {
  return model.kind === 'text-recognizer' && 2 * model.input.step * model.height <= model.input.area;
}

function createTypicalPhoto(): DecodedPhoto {
  return { ...toRgba(drawGoldenPicture(DECODED_SIZE.width, DECODED_SIZE.height)), original: DECODED_SIZE };
}

function listTypicalSizes(model: ModelEntry): Size[] {
  switch (model.kind) {
    case 'detector':
      return detectorCanvases(model, TYPICAL_PHOTO);
    case 'wheel-analyser':
      return repeat(TYPICAL_WHEELS, { width: model.side, height: model.side });
    case 'text-detector':
      return [fitTextCanvas(TYPICAL_PHOTO, TYPICAL_TEXT_SCALE, model.input)];
    case 'text-recognizer': {
      const { step, area } = model.input;
      const widest = Math.floor(area / model.height / step) * step;
      const width = Math.min(widest, Math.ceil((8 * model.height) / step) * step);
      return repeat(TYPICAL_LINES, { width, height: model.height });
    }
  }
}

function repeat<T>(count: number, one: T): T[] {
  return Array.from({ length: count }, () => one);
}
