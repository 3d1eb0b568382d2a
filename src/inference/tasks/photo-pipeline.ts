import {
  type Detection,
  filterByTypeThreshold,
  lowestThreshold,
} from '../../analysis/detection/detections.ts';
import type { WheelAnalyserEntry } from '../../analysis/model-manifest.ts';
import { assessQuality } from '../../analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../../analysis/quality/quality-compliance.ts';
import type { PhotoWheels } from '../../analysis/results/task-results.ts';
import type { ImageText } from '../../analysis/results/text-results.ts';
import type { ComplianceResult } from '../../domain/records/image.ts';
import { DecodeAhead, type PhotoDecoder, type QueuedImage } from '../../photo/decode-ahead.ts';
import type { DecodedPhoto } from '../../photo/decoded-photo.ts';
import type { Session } from '../engine.ts';
import type { WheelModels } from '../task-models.ts';
import { analyseWheels, WheelAnalyser, wheelDetailSide } from './analyse-wheels.ts';
import { Detector, detectorDecodeSize } from './detector.ts';
import { type LoadedModel, requireKind } from './loaded-model.ts';
import type { DetectorRequest } from './model-requests.ts';
import { isSharedRequest, RememberedDetections } from './remembered-detections.ts';
import { TEXT_DECODE_SIZE, TextReader, type TextRequest, toImageText } from './text-reader.ts';

/** Longer side at which the quality of a photo is assessed: the size of a phone's preview. */
export const QUALITY_DECODE_SIDE = 640;

/**
 * The steps of every task on one photo: decode, run the models, interpret their outputs.
 *
 * The workers of a browser and Node run the same steps. They differ in how a photo is decoded (`decoder`) and in how
 * sessions are created (the caller passes loaded models). What a task does with all of its photos is in
 * task-analyzer.ts.
 */
export class PhotoPipeline<Photo extends { id: string }> {
  readonly #decoder: Pick<PhotoDecoder<Photo>, 'decode'>;
  readonly #photos: DecodeAhead<Photo>;
  readonly #detectors = new WeakMap<Session, Detector>();
  readonly #analysers = new WeakMap<Session, WheelAnalyser>();
  readonly #remembered: RememberedDetections;
  #reader: { models: readonly LoadedModel[]; reader: TextReader } | undefined;

  /** @param remembered Pipelines that work on the photos of one inspection share it. */
  constructor(decoder: PhotoDecoder<Photo>, remembered = new RememberedDetections()) {
    this.#decoder = decoder;
    this.#remembered = remembered;
    this.#photos = new DecodeAhead(decoder);
  }

  /** Returns the detections of each detector on a photo, which is decoded once for all of them. */
  async detect(
    detectors: readonly DetectorRequest<LoadedModel>[],
    queued: QueuedImage<Photo>,
  ): Promise<Detection[][]> {
    const entries = detectors.map(({ model, crops }) => ({
      entry: requireKind(model.entry, 'detector'),
      crops,
    }));
    const photo = await this.#photos.decode(queued, detectorDecodeSize(entries));
    const detect = (detector: DetectorRequest<LoadedModel>) => this.#detect(detector, queued.image.id, photo);
    if (detectors.every(({ model: { session } }) => session.runPhoto))
      return Promise.all(detectors.map(detect));
    const detections: Detection[][] = [];
    for (const detector of detectors) detections.push(await detect(detector));
    return detections;
  }

  /** Detects on a photo. Returns what an earlier task detected, if it requested the same. */
  async #detect(
    { model, threshold, crops }: DetectorRequest<LoadedModel>,
    photoId: string,
    photo: DecodedPhoto,
  ): Promise<Detection[]> {
    const entry = requireKind(model.entry, 'detector');
    const detect = async () => {
      const { detections } = await this.#detector(model).detect(photo, threshold, { crops });
      return detections;
    };
    if (!isSharedRequest(entry, threshold)) return detect();
    return this.#remembered.getOrDetect({ ...model, entry }, photoId, detect);
  }

  /** Detects and analyses the wheels on a photo, and detects its parts if there is a part model. */
  async detectWheels(
    { wheels, analyser, parts }: WheelModels<LoadedModel>,
    queued: QueuedImage<Photo>,
  ): Promise<PhotoWheels> {
    const entry = requireKind(analyser.entry, 'wheel-analyser');
    const detectors = [wheels, ...(parts ? [parts] : [])].map((model) => ({
      entry: requireKind(model.entry, 'detector'),
    }));
    const size = { ...detectorDecodeSize(detectors), detailSide: wheelDetailSide };
    const opened = await this.#photos.open(queued, size);
    const detect = async (model: LoadedModel) => {
      const detector = requireKind(model.entry, 'detector');
      const threshold = lowestThreshold(detector);
      const detections = await this.#detect({ model, threshold }, queued.image.id, opened.photo);
      return filterByTypeThreshold(detections, detector);
    };
    const otherParts = parts?.session === wheels.session ? undefined : parts;
    // On a GPU, the models overlap.
    const early = wheels.session.runPhoto && otherParts && detect(otherParts);
    early?.catch(() => {}); // rejects when it is awaited
    try {
      const detections = await detect(wheels);
      const analyse = () => analyseWheels(detections, this.#analyser(entry, analyser.session), opened);
      if (early) {
        const [analysed, partDetections] = await Promise.all([analyse(), early]);
        return { wheels: analysed, parts: partDetections };
      }
      const partDetections = otherParts ? await detect(otherParts) : parts && detections;
      return { wheels: await analyse(), parts: partDetections ?? [] };
    } finally {
      opened.close();
    }
  }

  /** Reads the text on a photo with a text detector and its recognizers. */
  async readText(
    models: readonly LoadedModel[],
    queued: QueuedImage<Photo>,
    request: TextRequest,
  ): Promise<ImageText> {
    const photo = await this.#photos.decode(queued, TEXT_DECODE_SIZE);
    return toImageText(await this.#textReader(models).read(photo, request), photo, request.imageType);
  }

  /** Assesses the sharpness and exposure of a photo. It needs no model. */
  async assessQuality(photo: Photo): Promise<ComplianceResult> {
    const { original, ...pixels } = await this.#decoder.decode(photo, QUALITY_DECODE_SIDE);
    return qualityCompliance(assessQuality(pixels, original));
  }

  /** Returns the same reader for the same sessions. */
  #textReader(models: readonly LoadedModel[]): TextReader {
    const known = this.#reader;
    const isSame = (model: LoadedModel, index: number) => model.session === known?.models[index]?.session;
    if (known?.models.length === models.length && models.every(isSame)) return known.reader;
    const reader = new TextReader(models);
    this.#reader = { models, reader };
    return reader;
  }

  #analyser(entry: WheelAnalyserEntry, session: Session): WheelAnalyser {
    const analyser = this.#analysers.get(session) ?? new WheelAnalyser(entry, session);
    this.#analysers.set(session, analyser);
    return analyser;
  }

  /** Returns the same detector for the same session: a detector reuses its buffers. */
  #detector({ entry, session }: LoadedModel): Detector {
    const detector = this.#detectors.get(session) ?? new Detector(requireKind(entry, 'detector'), session);
    this.#detectors.set(session, detector);
    return detector;
  }
}
