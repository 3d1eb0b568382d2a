import { onlyDamages } from '../analysis/find-damage.ts';
import { assessQuality } from '../analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../analysis/quality/quality-compliance.ts';
import { KerbsideError } from '../errors.ts';
import { damagesFrom, type ImageFindings } from '../inference/damage-analysis.ts';
import { decodeSide } from '../inference/detect.ts';
import type { AnalysisImage, Analyzer } from '../service/analyzer.ts';
import type { NodeModels } from './node-models.ts';
import { uprightPhoto } from './upright-photo.ts';

/** Longer side at which photo quality is judged, as in the workers. */
const QUALITY_SIDE = 640;

/** Runs tasks in this process: sharp's pixels, and from there on the code that the browsers run. */
export function createNodeAnalyzer(
  models: Pick<NodeModels, 'entryFor' | 'detector'>,
): Analyzer & Required<Pick<Analyzer, 'assess'>> {
  return {
    supports: async (task) => (await models.entryFor(task)) !== undefined,

    async assess(photo) {
      const { original, ...pixels } = await uprightPhoto(photo, QUALITY_SIDE);
      return qualityCompliance(assessQuality(pixels, original));
    },

    async analyze({ task, images, signal, onProgress }) {
      const entry = await models.entryFor(task.name);
      if (!entry) throw new KerbsideError('unsupported', `There is no model for the task ${task.name} here.`);
      const { detector, engine } = await models.detector(entry);
      const threshold = task.damageScoreThreshold ?? entry.threshold;
      const found: ImageFindings[] = [];
      onProgress(0, images.length);
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
    },
  };
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
