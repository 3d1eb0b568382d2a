import type { TextDetectorEntry } from '../../analysis/model-manifest.ts';
import { mapQuad, type Quad, rectangleQuad } from '../../analysis/text/quad.ts';
import { fitTextCanvas, type ReadingPlan, type TextScale } from '../../analysis/text/reading-plan.ts';
import { findTextBoxes } from '../../analysis/text/text-boxes.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import { type LoadedModel, requireOutput } from './loaded-model.ts';
import { PhotoRunner } from './photo-runner.ts';

/** Finds lines of text on photos, with a text detector. */
export class LineFinder {
  readonly #entry: TextDetectorEntry;
  readonly #runner: PhotoRunner;

  constructor({ entry, session }: LoadedModel<TextDetectorEntry>) {
    this.#entry = entry;
    this.#runner = new PhotoRunner(entry.input.name, session);
  }

  /**
   * Returns the lines that a plan reads, most important first, in pixels of the decoded photo.
   *
   * @param photo Its `original` size is that of its pixels.
   */
  async find(photo: DecodedPhoto, scale: TextScale, plan: ReadingPlan): Promise<Quad[]> {
    if (scale === 'whole') return [rectangleQuad(0, 0, photo.width, photo.height)];
    const { input, boxes } = this.#entry;
    const canvas = fitTextCanvas(photo, scale, input);
    const [outputs = {}] = await this.#runner.run(photo, [canvas]);
    const { width, height } = canvas;
    const { data } = requireOutput(outputs, this.#entry);
    return findTextBoxes({ data, width, height }, boxes)
      .sort((a, b) => b.score * plan.importance(b.quad) - a.score * plan.importance(a.quad))
      .slice(0, plan.maxLines)
      .map(({ quad }) => mapQuad(quad, ([x, y]) => [x / canvas.scale, y / canvas.scale]));
  }
}
