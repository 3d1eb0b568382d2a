import { PhotoLayout } from '../../analysis/detection/photo-layout.ts';
import type { ModelEntry, TextDetectorEntry, TextRecognizerEntry } from '../../analysis/model-manifest.ts';
import { cropLine } from '../../analysis/text/crop-line.ts';
import { decodeLine } from '../../analysis/text/decode-line.ts';
import { textCanvas } from '../../analysis/text/detection-canvas.ts';
import { interpretText, type TextMeaning } from '../../analysis/text/interpret-text.ts';
import { joinedLine } from '../../analysis/text/joined-line.ts';
import { grownQuad, mapQuad, type Quad, rectangleQuad, turnedQuad } from '../../analysis/text/quad.ts';
import { type ReadingPlan, readingPlan } from '../../analysis/text/reading-plan.ts';
import type { RecognizedLine } from '../../analysis/text/recognized-line.ts';
import { findTextBoxes } from '../../analysis/text/text-boxes.ts';
import { mostAgreed } from '../../analysis/text/vote.ts';
import type { OcrImageType } from '../../domain/enums.ts';
import { KerbsideError } from '../../errors.ts';
import type { DecodeSize } from '../../photo/decode/decode-ahead.ts';
import type { DecodedPhoto } from '../../photo/decode/decode-photo.ts';
import type { Session, Tensor } from '../engines/engine.ts';

export interface TextModel<Entry = ModelEntry> {
  entry: Entry;
  session: Session;
}

/** What was read on a photo; lines are in pixels of the decoded photo. */
export interface TextReading extends TextMeaning {
  lines: RecognizedLine[];
}

/** Longer side at which photos are decoded to be read: small print survives, and memory stays bounded. */
export const READING_SIDE = 2400;
export const SIZE_FOR_TEXT: DecodeSize = { purpose: 'text', sideOf: () => READING_SIDE };
/** A line less sure than this is also read the other way up. */
const UNSURE = 0.6;

/** Text on photos, from pixels to meaning: the same steps in every browser and in Node. */
export class TextReader {
  readonly #models: readonly TextModel[];
  readonly #layout = new PhotoLayout();

  constructor(models: readonly TextModel[]) {
    this.#models = models;
  }

  /** Goes through the plan of this type of image, each look read by every reader, until enough readings agree. */
  async read(photo: DecodedPhoto, imageType: OcrImageType): Promise<TextReading> {
    const plan = readingPlan(imageType);
    const readers = this.#readersOf(imageType, plan);
    const readings: TextReading[] = [];
    for (const look of plan.looks) {
      const quads = await this.#findLines(photo, look, plan);
      for (const reader of readers) {
        const reading = await this.#readLines(photo, quads, reader, imageType);
        if (reading.confidence >= plan.sure) return reading;
        readings.push(reading);
        if (agreeing(readings, reading) >= plan.enough) return mostAgreed(readings) ?? reading;
      }
    }
    return mostAgreed(readings) ?? { ...interpretText(imageType, []), lines: [] };
  }

  async #findLines(
    photo: DecodedPhoto,
    look: ReadingPlan['looks'][number],
    plan: ReadingPlan,
  ): Promise<Quad[]> {
    const { entry, session } = this.#detector();
    const { width, height } = photo;
    if (look === 'whole') return [rectangleQuad(0, 0, width, height)];
    const canvas = textCanvas(photo, look, entry.input);
    const outputs = await session.run({
      [entry.input.name]: {
        dims: [1, 3, canvas.height, canvas.width],
        data: this.#layout.lay(photo, { width, height }, canvas),
      },
    });
    const map = {
      data: outputOf(outputs[entry.output], entry).data,
      width: canvas.width,
      height: canvas.height,
    };
    const found = findTextBoxes(map, entry.boxes)
      .sort((a, b) => b.score * plan.importance(b.quad) - a.score * plan.importance(a.quad))
      .slice(0, plan.mostLines);
    return found.map(({ quad }) => mapQuad(quad, ([x, y]) => [x / canvas.scale, y / canvas.scale]));
  }

  /** The lines one by one; if that says nothing, also the line that they may be pieces of. */
  async #readLines(
    photo: DecodedPhoto,
    quads: readonly Quad[],
    reader: LineReader,
    imageType: OcrImageType,
  ): Promise<TextReading> {
    const lines: RecognizedLine[] = [];
    for (const quad of quads) lines.push(await this.#readLine(photo, quad, reader));
    const reading = { ...interpretText(imageType, lines), lines };
    const joined = reading.answer === '' && readingPlan(imageType).joins ? joinedLine(quads) : undefined;
    if (!joined) return reading;
    lines.push(await this.#readLine(photo, joined, reader));
    return { ...interpretText(imageType, lines), lines };
  }

  /** Upright as it was found; the other way up too where that says little. */
  async #readLine(photo: DecodedPhoto, quad: Quad, reader: LineReader): Promise<RecognizedLine> {
    const upright = await this.#recognize(photo, quad, reader);
    if (upright.line.confidence >= UNSURE) return upright;
    const turned = await this.#recognize(photo, turnedQuad(quad, 2), reader);
    return turned.line.confidence > upright.line.confidence + 0.1 ? turned : upright;
  }

  async #recognize(
    photo: DecodedPhoto,
    quad: Quad,
    { entry, session, margin }: LineReader,
  ): Promise<RecognizedLine> {
    const { input, height, alphabet, output, stride } = entry;
    const widest = Math.floor(input.area / height / input.step) * input.step;
    const crop = cropLine(photo, grownQuad(quad, margin, margin), {
      height,
      step: input.step,
      narrowest: height,
      widest,
    });
    const outputs = await session.run({
      [input.name]: { dims: [1, 3, height, crop.width], data: crop.data },
    });
    const { data, dims } = outputOf(outputs[output], entry);
    const columns = { data, count: dims[1] ?? Math.floor(crop.width / stride), signs: [...alphabet] };
    return { quad, columns, line: decodeLine(columns) };
  }

  #detector(): TextModel<TextDetectorEntry> {
    for (const { entry, session } of this.#models)
      if (entry.kind === 'text-detector') return { entry, session };
    throw missing('text-detector');
  }

  /** All that read this type of image, those that read most types first, each with every margin it asks for. */
  #readersOf(imageType: OcrImageType, plan: ReadingPlan): LineReader[] {
    const recognizers = this.#models.flatMap(({ entry, session }) =>
      entry.kind === 'text-recognizer' && entry.reads.includes(imageType) ? [{ entry, session }] : [],
    );
    if (recognizers.length === 0) throw missing(`text-recognizer that reads ${imageType}`);
    return recognizers
      .sort((a, b) => b.entry.reads.length - a.entry.reads.length)
      .flatMap((model) =>
        (model.entry.margins ?? [plan.margin]).map((margin): LineReader => ({ ...model, margin })),
      );
  }
}

/** A recogniser, and how much more than the line it is given. */
interface LineReader extends TextModel<TextRecognizerEntry> {
  margin: number;
}

/** How many readings came to this one's answer. */
function agreeing(readings: readonly TextReading[], { answer }: TextReading): number {
  return answer === '' ? 0 : readings.filter((other) => other.answer === answer).length;
}

function outputOf(tensor: Tensor | undefined, { name, output }: { name: string; output: string }): Tensor {
  if (tensor) return tensor;
  throw new KerbsideError('model_invalid', `Model ${name} has no output "${output}", which its entry names.`);
}

function missing(what: string): KerbsideError {
  return new KerbsideError(
    'model_unavailable',
    `There is no ${what} among the models: text can not be read.`,
  );
}
