import type { ImageText } from '../../analysis/results/text-results.ts';
import { getAgreementConfidence } from '../../analysis/text/agreement-confidence.ts';
import { interpretText, type TextInterpretation } from '../../analysis/text/interpret-text.ts';
import { type Quad, quadSize } from '../../analysis/text/quad.ts';
import { sortInReadingOrder } from '../../analysis/text/reading-order.ts';
import { getReadingPlan, listScales, type ReadingPlan } from '../../analysis/text/reading-plan.ts';
import { isProven, ReadingVotes } from '../../analysis/text/reading-votes.ts';
import type { RecognizedLine } from '../../analysis/text/recognized-line.ts';
import { joinLinePieces, widenCutLine } from '../../analysis/text/repair-lines.ts';
import type { OcrImageType } from '../../domain/enums.ts';
import type { JsonObject } from '../../domain/fields.ts';
import { KerbsideError } from '../../errors.ts';
import type { DecodeSize } from '../../photo/decode-ahead.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import { LineFinder } from './line-finder.ts';
import { LineRecognizer, type PhotoOrientation } from './line-recognizer.ts';
import type { LoadedModel } from './loaded-model.ts';

/** The text on a photo. Lines are in pixels of the decoded photo. */
interface TextReading extends TextInterpretation {
  lines: RecognizedLine[];
}

/** A request to read a photo. */
export interface TextRequest {
  imageType: OcrImageType;
  /** ISO 3166 code of a plate's country or region, if the app knows it. */
  country?: string | undefined;
  /** The most views of the photo that are read. By default, all of its type's reading plan, if they are needed. */
  maxViews?: number | undefined;
}

/** Longer side at which photos are decoded for reading: small print stays legible, and memory stays bounded. */
export const TEXT_DECODE_SIDE = 2400;
export const TEXT_DECODE_SIZE: DecodeSize = { longerSide: () => TEXT_DECODE_SIDE };
/** A value of fixed length with a lower confidence may be on a line that is cut. */
const MIN_WHOLE_CONFIDENCE = 0.9;
/** Lines with a lower confidence are noise, not text. */
const MIN_LINE_CONFIDENCE = 0.5;

/** Reads text on photos, from pixels to meaning. The steps are the same in every browser and in Node. */
export class TextReader {
  readonly #models: readonly LoadedModel[];
  #finder: LineFinder | undefined;

  constructor(models: readonly LoadedModel[]) {
    this.#models = models;
  }

  /**
   * Follows the reading plan of the image type: every recognizer reads the lines of every view, until different
   * recognizers agree. Then the readings vote, and the confidence is that of their agreement.
   *
   * @throws KerbsideError `model_unavailable` if a model is missing.
   */
  async read(decoded: DecodedPhoto, { imageType, country, maxViews }: TextRequest): Promise<TextReading> {
    const plan = getReadingPlan(imageType);
    const recognizers = this.#recognizers(imageType, plan);
    const finder = this.#getFinder();
    // The scales of a plan are those of the decoded pixels.
    const photo = { ...decoded, original: { width: decoded.width, height: decoded.height } };
    const votes = new ReadingVotes<TextReading>(plan);
    const orientation = { isUpright: false };
    for (const [view, scale] of listScales(plan, photo).slice(0, maxViews).entries()) {
      const found = await finder.find(photo, scale, plan);
      let quads = selectByShape(found, plan);
      for (const { name, readers } of recognizers) {
        let read: TextReading | undefined;
        for (const reader of readers) {
          read = await this.#readLines({ photo, quads, found, orientation }, reader, { imageType, country });
          if (!plan.votes) return read;
          votes.add(name, view, read);
          if (votes.isAgreed(recognizers.length)) return decide(votes, imageType, recognizers.length);
        }
        quads = selectLines(quads, read, plan);
      }
    }
    return decide(votes, imageType, recognizers.length);
  }

  /**
   * Reads lines until one is a value that proves itself. If they have no meaning, also reads the line that all lines found
   * may be pieces of. If the value is uncertain, also reads the line that may be cut, beyond its ends.
   */
  async #readLines(
    { photo, quads, found, orientation }: PhotoLines,
    reader: LineRecognizer,
    { imageType, country }: TextRequest,
  ): Promise<TextReading> {
    const { length } = getReadingPlan(imageType);
    const lines: RecognizedLine[] = [];
    const interpret = () => ({ ...interpretText(imageType, lines, country), lines });
    for await (const line of reader.read(photo, quads, orientation)) {
      lines.push(line);
      if (length !== undefined && isProven(interpret())) break;
    }
    let reading = interpret();
    const readToo = async (quad: Quad | undefined) => {
      if (!quad) return;
      for await (const line of reader.read(photo, [quad], orientation)) lines.push(line);
      reading = interpret();
    };
    if (length !== undefined && reading.value === '') await readToo(joinLinePieces(found));
    if (length !== undefined && reading.confidence < MIN_WHOLE_CONFIDENCE)
      await readToo(widenCutLine(lines, length));
    return reading;
  }

  #getFinder(): LineFinder {
    for (const { entry, session } of this.#models)
      if (entry.kind === 'text-detector') this.#finder ??= new LineFinder({ entry, session });
    if (!this.#finder) throw createMissingModelError('text-detector');
    return this.#finder;
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
        readers: (model.entry.margins ?? [plan.margin]).map((margin) => new LineRecognizer(model, margin)),
      }));
  }
}

/** The lines of one view. */
interface PhotoLines {
  photo: DecodedPhoto;
  quads: readonly Quad[];
  /** All lines, also those that are not read. */
  found: readonly Quad[];
  orientation: PhotoOrientation;
}

/** A recognizer, once per margin. Its readings of one view share a vote. */
interface Recognizer {
  name: string;
  readers: LineRecognizer[];
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
