import type { Finding } from '../analysis/find-damage.ts';
import type { DetectorEntry } from '../analysis/model-manifest.ts';
import { assessQuality } from '../analysis/quality/assess-quality.ts';
import { qualityCompliance } from '../analysis/quality/quality-compliance.ts';
import { conclude, concludeCoverage } from '../inference/conclude.ts';
import { Detector, sharedDecodeSide } from '../inference/detect.ts';
import { seeWheels, WHEEL_SIDE } from '../inference/see-wheels.ts';
import { createTaskAnalyzer } from '../inference/task-analyzer.ts';
import { imageText } from '../inference/text-analysis.ts';
import { READING_SIDE, TextReader } from '../inference/text-reader.ts';
import { WheelAnalyser } from '../inference/wheel-analyser.ts';
import type { Analyzer } from '../service/analyzer.ts';
import { modelPhoto } from './model-photo.ts';
import type { NodeModel, NodeModels } from './node-models.ts';

/** Longer side at which photo quality is judged, as in the workers. */
const QUALITY_SIDE = 640;

/** Runs tasks in this process: sharp's pixels, and from there on the code that the browsers run. */
export function createNodeAnalyzer(
  models: Pick<NodeModels, 'manifest' | 'model'>,
): Analyzer & Required<Pick<Analyzer, 'assess' | 'assessCoverage'>> {
  const detectors = new WeakMap<NodeModel, Detector>();
  const detectorOf = async (entry: DetectorEntry) => {
    const model = await models.model(entry);
    const detector = detectors.get(model) ?? new Detector(entry, model.session);
    detectors.set(model, detector);
    return detector;
  };
  const tasks = createTaskAnalyzer({
    models: async () => (await models.manifest()).models,

    async detect(asked, { photo, imageWidth, imageHeight }) {
      const entries = asked.map(({ model }) => model);
      const side = sharedDecodeSide(entries, { width: imageWidth, height: imageHeight });
      const decoded = await modelPhoto(await photo(), side);
      const found: Finding[][] = [];
      for (const { model, threshold } of asked)
        found.push((await (await detectorOf(model)).detect(decoded, threshold)).findings);
      return { value: found, engine: (await models.model(asked[0].model)).engine };
    },

    async seeWheels({ analyser, wheels, parts }, { photo }) {
      const { session, engine } = await models.model(analyser);
      const tools = {
        wheels: await detectorOf(wheels),
        analyser: new WheelAnalyser(analyser, session),
        parts: parts && (await detectorOf(parts)),
      };
      return { value: await seeWheels(tools, await modelPhoto(await photo(), WHEEL_SIDE)), engine };
    },

    async read(entries, { photo, details }) {
      const loaded = await Promise.all(entries.map((entry) => models.model(entry)));
      const decoded = await modelPhoto(await photo(), READING_SIDE);
      const imageType = details?.imageType ?? 'TEXT';
      const reading = await new TextReader(loaded).read(decoded, imageType);
      return { value: imageText(reading, decoded, imageType), engine: loaded[0]?.engine ?? '' };
    },

    conclude: async (seen) => conclude(seen),
    concludeCoverage: async (seen, parts) => concludeCoverage(seen, parts),
  });
  return {
    ...tasks,
    async assess(photo) {
      const { original, ...pixels } = await modelPhoto(photo, QUALITY_SIDE);
      return qualityCompliance(assessQuality(pixels, original));
    },
  };
}
