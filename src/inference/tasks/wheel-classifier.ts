import { PhotoLayout, type RgbaPixels } from '../../analysis/detection/photo-layout.ts';
import type { Box } from '../../analysis/geometry/box.ts';
import type { WheelAnalyserEntry } from '../../analysis/model-manifest.ts';
import { cutOut } from '../../analysis/wheels/cut-out.ts';
import { type HeadChances, headChances } from '../../analysis/wheels/wheel-heads.ts';
import { KerbsideError } from '../../errors.ts';
import type { Session } from '../engines/engine.ts';

/** Looks at single wheels: a box on a photo in, the chance of each label out. */
export class WheelAnalyser {
  readonly #entry: WheelAnalyserEntry;
  readonly #session: Session;
  readonly #layout = new PhotoLayout();

  constructor(entry: WheelAnalyserEntry, session: Session) {
    this.#entry = entry;
    this.#session = session;
  }

  async look(photo: RgbaPixels, crop: Box): Promise<HeadChances> {
    const { name, input, side, output, heads } = this.#entry;
    const wheel = cutOut(photo, crop);
    const canvas = { scale: side / Math.max(wheel.width, wheel.height), width: side, height: side };
    const outputs = await this.#session.run({
      [input.name]: { dims: [1, 3, side, side], data: this.#layout.lay(wheel, wheel, canvas) },
    });
    const scores = outputs[output];
    if (!scores)
      throw new KerbsideError(
        'model_invalid',
        `Model ${name} has no output "${output}", which its entry names.`,
      );
    return headChances(scores.data, heads);
  }
}
