import { assessQuality } from '../analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../analysis/quality/quality-compliance.ts';
import { Detector, decodeSide } from '../inference/detect.ts';
import { createTaskAnalyzer } from '../inference/task-analyzer.ts';
import { imageText } from '../inference/text-analysis.ts';
import { READING_SIDE, TextReader } from '../inference/text-reader.ts';
import type { Analyzer } from '../service/analyzer.ts';
import { modelPhoto } from './model-photo.ts';
import type { NodeModel, NodeModels } from './node-models.ts';

/** Longer side at which photo quality is judged, as in the workers. */
const QUALITY_SIDE = 640;

/** Runs tasks in this process: sharp's pixels, and from there on the code that the browsers run. */
export function createNodeAnalyzer(
  models: Pick<NodeModels, 'entriesFor' | 'model'>,
): Analyzer & Required<Pick<Analyzer, 'assess'>> {
  const detectors = new WeakMap<NodeModel, Detector>();
  const tasks = createTaskAnalyzer({
    modelsFor: (task) => models.entriesFor(task),

    async detect(entry, { photo, imageWidth, imageHeight }, threshold) {
      const model = await models.model(entry);
      const detector = detectors.get(model) ?? new Detector(entry, model.session);
      detectors.set(model, detector);
      const side = decodeSide(entry, { width: imageWidth, height: imageHeight });
      const { findings } = await detector.detect(await modelPhoto(await photo(), side), threshold);
      return { value: findings, engine: model.engine };
    },

    async read(entries, { photo, details }) {
      const loaded = await Promise.all(entries.map((entry) => models.model(entry)));
      const decoded = await modelPhoto(await photo(), READING_SIDE);
      const imageType = details?.imageType ?? 'TEXT';
      const reading = await new TextReader(loaded).read(decoded, imageType);
      return { value: imageText(reading, decoded, imageType), engine: loaded[0]?.engine ?? '' };
    },
  });
  return {
    ...tasks,
    async assess(photo) {
      const { original, ...pixels } = await modelPhoto(photo, QUALITY_SIDE);
      return qualityCompliance(assessQuality(pixels, original));
    },
  };
}
