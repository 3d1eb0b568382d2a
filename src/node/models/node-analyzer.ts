import type { Detection } from '../../analysis/detection/detections.ts';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import { conclude, concludeCoverage } from '../../analysis/results/task-results.ts';
import type { AnalysisImage, Analyzer } from '../../domain/analyzer.ts';
import { judgePhoto, QUALITY_SIDE } from '../../inference/tasks/assess-photo.ts';
import { Detector, sizeForDetectors } from '../../inference/tasks/detect.ts';
import { SIZE_FOR_WHEELS, seeWheels } from '../../inference/tasks/detect-wheels.ts';
import { createTaskAnalyzer } from '../../inference/tasks/task-analyzer.ts';
import { imageText } from '../../inference/tasks/text-analysis.ts';
import { SIZE_FOR_TEXT, TextReader } from '../../inference/tasks/text-reader.ts';
import { WheelAnalyser } from '../../inference/tasks/wheel-classifier.ts';
import { DecodeAhead } from '../../photo/decode/decode-ahead.ts';
import { modelPhoto } from '../photo/model-photo.ts';
import type { NodeModel, NodeModels } from './node-models.ts';

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
  const photos = new DecodeAhead(
    async ({ photo, imageWidth: width, imageHeight: height }: AnalysisImage, sideOf) =>
      modelPhoto(await photo(), sideOf({ width, height })),
  );
  const tasks = createTaskAnalyzer({
    models: async () => (await models.manifest()).models,

    async detect(asked, turn) {
      const photo = await photos.decoded(turn, sizeForDetectors(asked.map(({ model }) => model)));
      const found: Detection[][] = [];
      for (const { model, threshold } of asked)
        found.push((await (await detectorOf(model)).detect(photo, threshold)).detections);
      return { value: found, engine: (await models.model(asked[0].model)).engine };
    },

    async seeWheels({ analyser, wheels, parts }, turn) {
      const { session, engine } = await models.model(analyser);
      const tools = {
        wheels: await detectorOf(wheels),
        analyser: new WheelAnalyser(analyser, session),
        parts: parts && (await detectorOf(parts)),
      };
      const photo = await photos.decoded(turn, SIZE_FOR_WHEELS);
      return { value: await seeWheels(tools, photo), engine };
    },

    async read(entries, turn) {
      const loaded = await Promise.all(entries.map((entry) => models.model(entry)));
      const photo = await photos.decoded(turn, SIZE_FOR_TEXT);
      const imageType = turn.image.details?.imageType ?? 'TEXT';
      const reading = await new TextReader(loaded).read(photo, imageType);
      return { value: imageText(reading, photo, imageType), engine: loaded[0]?.engine ?? '' };
    },

    conclude: async (seen) => conclude(seen),
    concludeCoverage: async (seen, parts) => concludeCoverage(seen, parts),
  });
  return {
    ...tasks,
    assess: async ({ photo }) => judgePhoto(await modelPhoto(await photo(), QUALITY_SIDE)),
  };
}
