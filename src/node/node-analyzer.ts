import { onlyDamages } from '../analysis/find-damage.ts';
import type { DetectorEntry, ModelEntry } from '../analysis/model-manifest.ts';
import { assessQuality } from '../analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../analysis/quality/quality-compliance.ts';
import { KerbsideError } from '../errors.ts';
import { damagesFrom, type ImageFindings } from '../inference/damage-analysis.ts';
import { Detector, decodeSide } from '../inference/detect.ts';
import { imageText } from '../inference/text-analysis.ts';
import { type ImageText, textFindings } from '../inference/text-findings.ts';
import { READING_SIDE, TextReader } from '../inference/text-reader.ts';
import type { AnalysisImage, AnalysisRequest, Analyzer } from '../service/analyzer.ts';
import type { Findings } from '../service/results.ts';
import type { NodeModels } from './node-models.ts';
import { uprightPhoto } from './upright-photo.ts';

/** Longer side at which photo quality is judged, as in the workers. */
const QUALITY_SIDE = 640;

/** Runs tasks in this process: sharp's pixels, and from there on the code that the browsers run. */
export function createNodeAnalyzer(
  models: Pick<NodeModels, 'entriesFor' | 'model'>,
): Analyzer & Required<Pick<Analyzer, 'assess'>> {
  return {
    supports: async (task) => (await models.entriesFor(task)).length > 0,

    async assess(photo) {
      const { original, ...pixels } = await uprightPhoto(photo, QUALITY_SIDE);
      return qualityCompliance(assessQuality(pixels, original));
    },

    async analyze(request) {
      const { task, images, onProgress } = request;
      const [entry, ...others] = await models.entriesFor(task.name);
      if (!entry) throw new KerbsideError('unsupported', `There is no model for the task ${task.name} here.`);
      onProgress(0, images.length);
      return entry.kind === 'detector' ? findDamages(entry, request) : readText([entry, ...others], request);
    },
  };

  async function findDamages(
    entry: DetectorEntry,
    { task, images, signal, onProgress }: AnalysisRequest,
  ): Promise<Findings> {
    const { session, engine } = await models.model(entry);
    const detector = new Detector(entry, session);
    const threshold = task.damageScoreThreshold ?? entry.threshold;
    const found: ImageFindings[] = [];
    for (const image of images) {
      signal.throwIfAborted();
      const photo = await decoded(image, decodeSide(entry, sizeOf(image)));
      const { findings } = await detector.detect(photo, threshold);
      found.push({ image, findings: onlyDamages(findings, entry) });
      onProgress(found.length, images.length);
    }
    return {
      createdBy: { model: entry.name, version: entry.version, engine },
      damages: damagesFrom(found),
    };
  }

  async function readText(
    entries: readonly [ModelEntry, ...ModelEntry[]],
    { images, signal, onProgress }: AnalysisRequest,
  ): Promise<Findings> {
    const loaded = await Promise.all(entries.map((entry) => models.model(entry)));
    const reader = new TextReader(loaded);
    const read: { imageId: string; text: ImageText }[] = [];
    for (const image of images) {
      signal.throwIfAborted();
      const photo = await decoded(image, READING_SIDE);
      const imageType = image.details?.imageType ?? 'TEXT';
      read.push({
        imageId: image.id,
        text: imageText(await reader.read(photo, imageType), photo, imageType),
      });
      onProgress(read.length, images.length);
    }
    const [{ name, version }] = entries;
    return { createdBy: { model: name, version, engine: loaded[0]?.engine ?? '' }, ...textFindings(read) };
  }
}

/** The error of one photo becomes that of the whole task, so it has to say which photo it was. */
async function decoded(image: AnalysisImage, side: number) {
  try {
    return await uprightPhoto(await image.photo(), side);
  } catch (error) {
    if (!(error instanceof KerbsideError)) throw error;
    const { code, message, details } = error;
    throw new KerbsideError(code, `${image.id}: ${message}`, { details, cause: error });
  }
}

function sizeOf({ imageWidth, imageHeight }: AnalysisImage) {
  return { width: imageWidth, height: imageHeight };
}
