/** Runs a model through the production pipeline over labelled photos and prints its accuracy. */

import { availableParallelism } from 'node:os';
import { type Detection, filterDamages, lowestThreshold } from '../../src/analysis/detection/detections.ts';
import type { DetectorEntry } from '../../src/analysis/model-manifest.ts';
import { readManifest } from '../../src/node/models/model-files.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { compareDetections, type DetectionAgreement } from '../lib/compare-detections.ts';
import { analysePhotos } from './analyse-photos.ts';
import { type EvalArguments, parseArguments, USAGE } from './arguments.ts';
import { evaluateCompare } from './compare/evaluate-compare.ts';
import { computeCurve, describeCurve } from './crop-curve.ts';
import type { EvaluatedPhoto } from './evaluate.ts';
import { evaluateGuide } from './guide/evaluate-guide.ts';
import { describeLimit, type LimitFigures, measureLimit } from './limit/limit-figures.ts';
import { findPartModel, listMarks } from './limit/marks.ts';
import { readReferenceScales } from './limit/reference-scales.ts';
import { assignParts, drawPlaces } from './parts/assign.ts';
import { type AssignFigures, assignFigures, describeAssignment } from './parts/assign-figures.ts';
import { writePredictions } from './predictions.ts';
import { createProgress } from './progress.ts';
import { type LabelledBox, mergeLabels, type PhotoRecord, photoKey, readRecords } from './records.ts';
import { selectRecords } from './select-records.ts';
import { evaluateSeverity } from './severity/evaluate-severity.ts';
import { describe, summarize } from './summary.ts';
import { evaluateText } from './text/evaluate-text.ts';
import { evaluateWalk } from './walk/evaluate-walk.ts';
import { evaluateCrops } from './wheels/evaluate-crops.ts';

/** Low enough for the tail of every precision curve. The usual value for detectors. */
const LOWEST_CONFIDENCE = 0.001;

async function main(options: EvalArguments): Promise<void> {
  const { models } = await readManifest(options.manifest);
  const detectors = models.filter((model) => model.kind === 'detector');
  const entry = detectors.find(({ name }) => name === options.model);
  if (!entry) {
    const known = [
      ...detectors.map(({ name }) => name),
      'wheel-crops',
      'severity',
      'ocr',
      'compare',
      'guide',
      'walk',
    ].join(', ');
    throw new Error(`No model "${options.model}"; there is: ${known}`);
  }
  const unknown = options.types?.filter((type) => !entry.types.some(({ name }) => name === type)) ?? [];
  if (unknown.length > 0) throw new Error(`${entry.name} has no type ${unknown.join(', ')} (check --types).`);
  const records = selectRecords(await readRecords(options.data), options).map((record) =>
    mergeLabels(record, entry.merged),
  );
  if (records.length === 0) throw new Error('No records there (check --data, --split and --set).');

  const counts = options.crops ?? [entry.maxCrops ?? 0];
  const analyse = (precision: EvalArguments['precision']) =>
    analysePhotos(
      records.map(({ path }) => path),
      {
        manifest: options.manifest,
        model: entry.name,
        precision,
        native: options.native,
        threshold: LOWEST_CONFIDENCE,
        crops: counts,
        ...(options.areas && { areas: options.areas }),
      },
      options.threads ?? availableParallelism(),
      createProgress(records.length),
    );
  const { runs, seconds } = await analyse(options.precision);
  const countDamages = (detections: readonly Detection[]) =>
    filterDamages(detections, entry).filter(({ confidence }) => confidence >= entry.threshold).length;
  const types = options.types ?? entry.types.map(({ name }) => name);
  if (counts.length > 1) {
    const hasLabels = !options.undamaged;
    const curve = computeCurve({ records, runs, counts, types, hasLabels, countDamages });
    console.log(options.json ? JSON.stringify(curve) : describeCurve(curve));
    return;
  }
  const detections = runs.map(([run]) => run?.detections ?? []);
  if (options.agreement) {
    const { runs: wanted } = await analyse('int8');
    const pairs = wanted.map(([run], index) => ({
      wanted: run?.detections ?? [],
      actual: detections[index] ?? [],
    }));
    const agreement = compareDetections(entry, pairs);
    console.log(options.json ? JSON.stringify(agreement) : describeAgreement(agreement, records.length));
    return;
  }
  const photos = records.map((record, index) => ({ record, detections: detections[index] ?? [] }));
  if (options.predictions !== undefined) await writePredictions(options.predictions, photos);

  if (options.limitCurve) {
    const figures = await evaluateLimit(photos, entry, detectors, options);
    console.log(options.json ? JSON.stringify(figures) : describeLimit(figures));
    return;
  }
  if (options.assign) {
    const figures = await evaluateAssignment(photos, entry, options.damages);
    console.log(options.json ? JSON.stringify(figures) : describeAssignment(figures));
    return;
  }
  const damagesPerPhoto = detections.reduce((sum, one) => sum + countDamages(one), 0) / photos.length;
  const findsDamage = entry.types.some(({ role }) => role === 'damage');
  const summary = options.undamaged
    ? {
        images: photos.length,
        falseDamagesPerPhoto: damagesPerPhoto,
        imagesPerSecond: photos.length / seconds,
      }
    : {
        ...summarize(photos, seconds, types),
        ...(findsDamage && { damagesPerPhoto }),
      };
  if (options.json) console.log(JSON.stringify(summary));
  else if ('perType' in summary) console.log(describe(summary));
  else
    console.log(
      `${damagesPerPhoto.toFixed(3)} false damages per photo at ${entry.threshold}, ${photos.length} photos`,
    );
}

function describeAgreement(agreement: DetectionAgreement, photos: number): string {
  const { detections, changed, lowDetections, lowChanged, leastIou, largestConfidenceDifference } = agreement;
  return [
    `${photos} photos: ${changed} of ${detections} detections at the thresholds differ from int8,`,
    `${lowChanged} of ${lowDetections} at half of them; least IoU ${leastIou.toFixed(3)},`,
    `largest difference of confidences ${largestConfidenceDifference.toFixed(3)}`,
  ].join(' ');
}

/** Assigns parts to the labelled damages of these photos, and to a place on each labelled part. */
async function evaluateAssignment(
  photos: readonly EvaluatedPhoto[],
  entry: DetectorEntry,
  damageFolders: readonly string[],
): Promise<Record<string, AssignFigures>> {
  const damaged = await readRecords(damageFolders);
  const damagesOf = new Map(damaged.map((record) => [photoKey(record), record.boxes]));
  const random = seededRandom(1);
  const assign = (choose: (record: PhotoRecord) => readonly LabelledBox[]) =>
    assignFigures(
      photos.map(({ record, detections }) => assignParts(record, choose(record), detections, entry)),
    );
  return {
    ...(damaged.length > 0 && { damages: assign((record) => damagesOf.get(photoKey(record)) ?? []) }),
    'drawn places': assign((record) => drawPlaces(record, random)),
  };
}

/** Measures recall by size. The scale of a photo comes from the part model, as in a task. */
async function evaluateLimit(
  photos: readonly EvaluatedPhoto[],
  entry: DetectorEntry,
  detectors: readonly DetectorEntry[],
  { manifest, native, threads, parts }: EvalArguments,
): Promise<LimitFigures> {
  const partModel = findPartModel(detectors);
  const records = photos.map(({ record }) => record);
  const { runs } = await analysePhotos(
    records.map(({ path }) => path),
    {
      manifest,
      model: partModel.name,
      precision: 'int8',
      native,
      threshold: lowestThreshold(partModel),
      crops: [0],
    },
    threads ?? availableParallelism(),
    createProgress(records.length),
  );
  const partsOf = new Map(records.map(({ path }, index) => [path, runs[index]?.[0]?.detections ?? []]));
  const marked = listMarks(photos, entry, partModel, (path) => partsOf.get(path) ?? []);
  const types = entry.types.map(({ name }) => name);
  return measureLimit(marked, types, await readReferenceScales(records, parts));
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

let options: EvalArguments | undefined;
try {
  options = parseArguments(process.argv.slice(2));
} catch (error) {
  console.error(`${reasonOf(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
if (options) {
  const evaluations: Record<string, typeof main> = {
    ocr: evaluateText,
    severity: evaluateSeverity,
    'wheel-crops': evaluateCrops,
    compare: evaluateCompare,
    guide: evaluateGuide,
    walk: evaluateWalk,
  };
  const evaluation = evaluations[options.model] ?? main;
  await evaluation(options).catch((error: unknown) => {
    console.error(reasonOf(error));
    process.exitCode = 1;
  });
}
