import { PhotoScaler } from '../../analysis/detection/photo-scaler.ts';
import type { TextDetectorEntry, TextRecognizerEntry } from '../../analysis/model-manifest.ts';
import type { ImageText } from '../../analysis/results/text-results.ts';
import { getAgreementConfidence } from '../../analysis/text/agreement-confidence.ts';
import { cropLine } from '../../analysis/text/crop-line.ts';
import { decodeLine } from '../../analysis/text/decode-line.ts';
import { interpretText, type TextInterpretation } from '../../analysis/text/interpret-text.ts';
import { joinLinePieces } from '../../analysis/text/join-line-pieces.ts';
import {
  expandQuad,
  mapQuad,
  type Quad,
  quadSize,
  rectangleQuad,
  rotateQuad,
} from '../../analysis/text/quad.ts';
import { sortInReadingOrder } from '../../analysis/text/reading-order.ts';
import {
  fitTextCanvas,
  getReadingPlan,
  listScales,
  type ReadingPlan,
} from '../../analysis/text/reading-plan.ts';
import { isProven, ReadingVotes } from '../../analysis/text/reading-votes.ts';
import type { RecognizedLine } from '../../analysis/text/recognized-line.ts';
import { findTextBoxes } from '../../analysis/text/text-boxes.ts';
import { widenCutLine } from '../../analysis/text/widen-line.ts';
import type { OcrImageType } from '../../domain/enums.ts';
import type { JsonObject } from '../../domain/fields.ts';
import { KerbsideError } from '../../errors.ts';
import type { DecodeSize } from '../../photo/decode-ahead.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import { type LoadedModel, requireOutput } from './loaded-model.ts';

/** The text on a photo. Lines are in pixels of the decoded photo. */
interface TextReading extends TextInterpretation {
  lines: RecognizedLine[];
}

/** What to read on a photo. */
export interface TextRequest {
  imageType: OcrImageType;
  /** ISO 3166 code of a plate's country or region, if the app knows it. */
  country?: string | undefined;
}

/** Longer side at which photos are decoded for reading: small print stays legible, and memory stays bounded. */
export const TEXT_DECODE_SIDE = 2400;
export const TEXT_DECODE_SIZE: DecodeSize = { purpose: 'text', longerSide: () => TEXT_DECODE_SIDE };
/** A line with a lower confidence is also read upside down. */
const MIN_UPRIGHT_CONFIDENCE = 0.6;
/** A value of fixed length with a lower confidence may be on a line that is cut. */
const MIN_WHOLE_CONFIDENCE = 0.9;
/** Lines with a lower confidence are noise, not text. */
const MIN_LINE_CONFIDENCE = 0.5;

/** Reads text on photos, from pixels to meaning. The steps are the same in every browser and in Node. */
export class TextReader {
  readonly #models: readonly LoadedModel[];
  readonly #scaler = new PhotoScaler();

  constructor(models: readonly LoadedModel[]) {
    this.#models = models;
  }

  /**
   * Follows the reading plan of the image type: every recognizer reads the lines of every view, until different
   * recognizers agree. Then the readings vote, and the confidence is that of their agreement.
   *
   * @throws KerbsideError `model_unavailable` if a model is missing.
   */
  async read(photo: DecodedPhoto, { imageType, country }: TextRequest): Promise<TextReading> {
    const plan = getReadingPlan(imageType);
    const recognizers = this.#recognizers(imageType, plan);
    const votes = new ReadingVotes<TextReading>(plan);
    for (const [view, scale] of listScales(plan, photo).entries()) {
      const found = await this.#findLines(photo, scale, plan);
      let quads = selectByShape(found, plan);
      for (const { name, readers } of recognizers) {
        let read: TextReading | undefined;
        for (const reader of readers) {
          read = await this.#readLines(photo, { quads, found }, reader, { imageType, country });
          if (!plan.votes) return read;
          votes.add(name, view, read);
          if (votes.isAgreed(recognizers.length)) return decide(votes, imageType, recognizers.length);
        }
        quads = selectLines(quads, read, plan);
      }
    }
    return decide(votes, imageType, recognizers.length);
  }

  async #findLines(
    photo: DecodedPhoto,
    scale: ReadingPlan['scales'][number],
    plan: ReadingPlan,
  ): Promise<Quad[]> {
    const { entry, session } = this.#textDetector();
    const { width, height } = photo;
    if (scale === 'whole') return [rectangleQuad(0, 0, width, height)];
    const canvas = fitTextCanvas(photo, scale, entry.input);
    const outputs = await session.run({
      [entry.input.name]: {
        dims: [1, 3, canvas.height, canvas.width],
        data: this.#scaler.toTensor(photo, { width, height }, canvas),
      },
    });
    const map = {
      data: requireOutput(outputs, entry).data,
      width: canvas.width,
      height: canvas.height,
    };
    const boxes = findTextBoxes(map, entry.boxes)
      .sort((a, b) => b.score * plan.importance(b.quad) - a.score * plan.importance(a.quad))
      .slice(0, plan.maxLines);
    return boxes.map(({ quad }) => mapQuad(quad, ([x, y]) => [x / canvas.scale, y / canvas.scale]));
  }

  /**
   * Reads lines one by one, until one is a value that proves itself. If they have no meaning, also reads the line that all lines found may be pieces of. If the
   * value is uncertain, also reads the line that may be cut, beyond its ends.
   */
  async #readLines(
    photo: DecodedPhoto,
    { quads, found }: { quads: readonly Quad[]; found: readonly Quad[] },
    reader: LineReader,
    { imageType, country }: TextRequest,
  ): Promise<TextReading> {
    const { length } = getReadingPlan(imageType);
    const lines: RecognizedLine[] = [];
    const interpret = () => ({ ...interpretText(imageType, lines, country), lines });
    for (const quad of quads) {
      lines.push(await this.#readLine(photo, quad, reader));
      if (length !== undefined && isProven(interpret())) break;
    }
    let reading = interpret();
    const readToo = async (quad: Quad | undefined) => {
      if (!quad) return;
      lines.push(await this.#readLine(photo, quad, reader));
      reading = interpret();
    };
    if (length !== undefined && reading.value === '') await readToo(joinLinePieces(found));
    if (length !== undefined && reading.confidence < MIN_WHOLE_CONFIDENCE)
      await readToo(widenCutLine(lines, length));
    return reading;
  }

  /** Reads a line upright. If the confidence is low, reads it upside down too. */
  async #readLine(photo: DecodedPhoto, quad: Quad, reader: LineReader): Promise<RecognizedLine> {
    const upright = await this.#recognize(photo, quad, reader);
    if (upright.line.confidence >= MIN_UPRIGHT_CONFIDENCE) return upright;
    const turned = await this.#recognize(photo, rotateQuad(quad, 2), reader);
    return turned.line.confidence > upright.line.confidence + 0.1 ? turned : upright;
  }

  async #recognize(
    photo: DecodedPhoto,
    quad: Quad,
    { entry, session, margin }: LineReader,
  ): Promise<RecognizedLine> {
    const { input, height, alphabet, stride } = entry;
    const widest = Math.floor(input.area / height / input.step) * input.step;
    const crop = cropLine(photo, expandQuad(quad, margin, margin), {
      height,
      step: input.step,
      narrowest: height,
      widest,
    });
    const outputs = await session.run({
      [input.name]: { dims: [1, 3, height, crop.width], data: crop.data },
    });
    const { data, dims } = requireOutput(outputs, entry);
    const columns = { data, count: dims[1] ?? Math.floor(crop.width / stride), characters: [...alphabet] };
    return { quad, columns, line: decodeLine(columns) };
  }

  #textDetector(): LoadedModel<TextDetectorEntry> {
    for (const { entry, session } of this.#models)
      if (entry.kind === 'text-detector') return { entry, session };
    throw createMissingModelError('text-detector');
  }

  /** Returns the recognizers of this image type, the most special (and smallest) first, each with its margins. */
  #recognizers(imageType: OcrImageType, plan: ReadingPlan): Recognizer[] {
    const recognizers = this.#models.flatMap(({ entry, session }) =>
      entry.kind === 'text-recognizer' && entry.reads.includes(imageType) ? [{ entry, session }] : [],
    );
    if (recognizers.length === 0) throw createMissingModelError(`text-recognizer that reads ${imageType}`);
    return recognizers
      .sort((a, b) => a.entry.reads.length - b.entry.reads.length)
      .map((model) => ({
        name: model.entry.name,
        readers: (model.entry.margins ?? [plan.margin]).map((margin): LineReader => ({ ...model, margin })),
      }));
  }
}

/** A recognizer, once per margin. Its readings of one view share a vote. */
interface Recognizer {
  name: string;
  readers: LineReader[];
}

/** A recognizer that gets lines with this margin around them. */
interface LineReader extends LoadedModel<TextRecognizerEntry> {
  /** In heights of the letters. */
  margin: number;
}

/** Converts a reading to the specification's terms, in pixels of the upright photo. */
export function toImageText(
  { lines, fields, vehicle, confidence }: TextReading,
  { width, height, original }: Pick<DecodedPhoto, 'width' | 'height' | 'original'>,
  imageType: OcrImageType,
): ImageText {
  const [scaleX, scaleY] = [original.width / width, original.height / height];
  const legible = lines.filter(({ line }) => line.text !== '' && line.confidence >= MIN_LINE_CONFIDENCE);
  const content: JsonObject = {
    lines: sortInReadingOrder(legible).map(({ quad, line }) => ({
      text: line.text,
      confidence: roundTo(line.confidence, 1000),
      characterConfidences: line.characters.map((character) => roundTo(character.confidence, 1000)),
      polygon: quad.map(([x, y]) => [
        clampPixels(x * scaleX, original.width),
        clampPixels(y * scaleY, original.height),
      ]),
    })),
    fields,
  };
  return { type: imageType, content, vehicle, confidence };
}

function clampPixels(pixels: number, max: number): number {
  return roundTo(Math.min(max, Math.max(0, pixels)), 10);
}

function roundTo(value: number, steps: number): number {
  return Math.round(value * steps) / steps;
}

/** Returns the lines that are wide enough for the value. All if none is. */
function selectByShape(found: readonly Quad[], { minShape }: ReadingPlan): readonly Quad[] {
  const wide = found.filter((quad) => {
    const { width, height } = quadSize(quad);
    return width >= minShape * height;
  });
  return wide.length > 0 ? wide : found;
}

/**
 * Returns the lines that are worth another recognizer: those of the value and of its context. Without a value, those with
 * enough characters, else all.
 */
function selectLines(
  quads: readonly Quad[],
  read: TextReading | undefined,
  { minCharacters, context }: ReadingPlan,
): readonly Quad[] {
  if (!read) return quads;
  const { lines, sources } = read;
  const isWorth = ({ quad, line }: RecognizedLine) =>
    sources.length > 0
      ? sources.some((source) => source.quad === quad) || context?.test(line.text)
      : line.characters.length >= minCharacters;
  const worth = lines.filter(isWorth).map(({ quad }) => quad);
  return worth.length > 0 ? worth : quads;
}

/** Returns the outcome of the vote with the confidence of the agreement, in its fields too. */
function decide(votes: ReadingVotes<TextReading>, imageType: OcrImageType, models: number): TextReading {
  const decision = votes.decide();
  if (!decision) return { ...interpretText(imageType, []), lines: [] };
  const confidence = getAgreementConfidence(decision, imageType, models);
  const { reading } = decision;
  return { ...reading, confidence, fields: { ...reading.fields, confidence } };
}

function createMissingModelError(what: string): KerbsideError {
  return new KerbsideError('model_unavailable', `Text cannot be read: the manifest lists no ${what}.`);
}
