import type { TextRecognizerEntry } from '../../analysis/model-manifest.ts';
import type { RgbaPixels } from '../../analysis/pixels/photo-scaler.ts';
import { cropLine } from '../../analysis/text/crop-line.ts';
import { decodeLine } from '../../analysis/text/decode-line.ts';
import { expandQuad, type Quad, rotateQuad } from '../../analysis/text/quad.ts';
import type { RecognizedLine } from '../../analysis/text/recognized-line.ts';
import type { Session, Tensors } from '../engine.ts';
import { type LoadedModel, requireOutput } from './loaded-model.ts';
import { runInputs } from './run-inputs.ts';

/** A line with a lower confidence is also read upside down. */
const MIN_UPRIGHT_CONFIDENCE = 0.6;
/** A line with at least so many characters and a high confidence shows that the photo is upright. */
const MIN_UPRIGHT_CHARACTERS = 4;

/** Facts about a photo that earlier lines showed. */
export interface PhotoOrientation {
  isUpright: boolean;
}

/** Reads lines of text on photos, with a recognizer. */
export class LineRecognizer {
  readonly #entry: TextRecognizerEntry;
  readonly #session: Session;
  readonly #margin: number;

  /** @param margin Added around a line, in heights of the letters. */
  constructor({ entry, session }: LoadedModel<TextRecognizerEntry>, margin: number) {
    this.#entry = entry;
    this.#session = session;
    this.#margin = margin;
  }

  /**
   * Reads lines in their order: all at once if the engine is faster then, else one by one, as they are requested. Lines with
   * a low confidence are read upside down too, until one shows that the photo is upright.
   */
  async *read(
    photo: RgbaPixels,
    quads: readonly Quad[],
    orientation: PhotoOrientation,
  ): AsyncGenerator<RecognizedLine> {
    const together = this.#session.runEach && (await this.#recognize(photo, quads));
    for (const [index, quad] of quads.entries()) {
      const [line] = together?.slice(index) ?? (await this.#recognize(photo, [quad]));
      if (line) yield await this.#turnIfUnsure(photo, line, orientation);
    }
  }

  async #turnIfUnsure(
    photo: RgbaPixels,
    upright: RecognizedLine,
    orientation: PhotoOrientation,
  ): Promise<RecognizedLine> {
    const { confidence, characters } = upright.line;
    if (confidence >= MIN_UPRIGHT_CONFIDENCE) {
      orientation.isUpright ||= characters.length >= MIN_UPRIGHT_CHARACTERS;
      return upright;
    }
    if (orientation.isUpright) return upright;
    const [turned] = await this.#recognize(photo, [rotateQuad(upright.quad, 2)]);
    return turned && turned.line.confidence > confidence + 0.1 ? turned : upright;
  }

  async #recognize(photo: RgbaPixels, quads: readonly Quad[]): Promise<RecognizedLine[]> {
    const inputs = quads.map((quad) => this.#createInput(photo, quad));
    const outputs = await runInputs(this.#session, inputs);
    const characters = [...this.#entry.alphabet];
    return quads.map((quad, index) => {
      const { data, dims } = requireOutput(outputs[index] ?? {}, this.#entry);
      const columns = { data, count: dims[1] ?? 0, characters };
      return { quad, columns, line: decodeLine(columns) };
    });
  }

  #createInput(photo: RgbaPixels, quad: Quad): Tensors {
    const { input, height } = this.#entry;
    const widest = Math.floor(input.area / height / input.step) * input.step;
    const crop = cropLine(photo, expandQuad(quad, this.#margin, this.#margin), {
      height,
      step: input.step,
      narrowest: height,
      widest,
    });
    return { [input.name]: { dims: [1, 3, height, crop.width], data: crop.data } };
  }
}
