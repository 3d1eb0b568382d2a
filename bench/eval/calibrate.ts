/**
 * Fits a model to validation photos and writes the result into the manifest.
 *
 *   npm run eval -- damage --data ../shared/data/damage/s1 --split val --predictions val.json
 *   node --import tsx bench/eval/calibrate.ts damage val.json ../shared/data/damage/s1
 *
 * By default: the calibration and the best threshold of each type. --keep-thresholds keeps the default thresholds: if labels
 * are incomplete, the threshold fitted to them is too high.
 *
 * With --limit-curve <predictions of the part model on the same photos>: the recall of each damage type by size, on which
 * detection limits are based. --data-name <text> is stored with it.
 *
 * --manifest <file> replaces models/manifest.json in both commands. Run the evaluation again for all other figures.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { calibrate, toRawScore } from '../../src/analysis/detection/detections.ts';
import type { DetectorEntry } from '../../src/analysis/model-manifest.ts';
import { readManifest } from '../../src/node/models/model-files.ts';
import { type EvaluatedPhoto, pooledMatches } from './evaluate.ts';
import { bestThreshold, fitCalibration } from './fit-calibration.ts';
import { findPartModel, listMarks } from './limit/marks.ts';
import { withRecallCurves } from './limit/recall-curves.ts';
import { calibrationError } from './operating-points.ts';
import { readPredictions } from './predictions.ts';
import { mergeLabels, readRecords } from './records.ts';

type DetectorType = DetectorEntry['types'][number];

/** With fewer correct detections the threshold is not fitted, and the default is kept. */
const ENOUGH = 30;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    manifest: { type: 'string', default: 'models/manifest.json' },
    'keep-thresholds': { type: 'boolean', default: false },
    'limit-curve': { type: 'string' },
    'data-name': { type: 'string', default: '' },
  },
});
const [name, predictionsFile, ...folders] = positionals;
const { models } = await readManifest(options.manifest);
const entry = models.find(
  (model): model is DetectorEntry => model.kind === 'detector' && model.name === name,
);
if (!entry || predictionsFile === undefined || folders.length === 0) {
  throw new Error('Name a model of the manifest, a predictions file and the folders it was made from.');
}
const found = await readPredictions(predictionsFile);
const photos = (await readRecords(folders)).flatMap((record) => {
  const detections = found.get(resolve(record.path));
  return detections ? [{ record: mergeLabels(record, entry.merged), detections }] : [];
});
const partPredictions = options['limit-curve'];
const types =
  partPredictions === undefined ? calibrateTypes(entry) : await fitRecallCurves(entry, partPredictions);

const raw = JSON.parse(await readFile(options.manifest, 'utf8')) as { models: DetectorEntry[] };
const written = raw.models.map((model) => (model.name === name ? { ...model, types } : model));
await writeFile(options.manifest, `${JSON.stringify({ ...raw, models: written }, null, 2)}\n`);

async function fitRecallCurves(model: DetectorEntry, partsFile: string): Promise<DetectorType[]> {
  const parts = await readPredictions(partsFile);
  const marked = listMarks(photos, model, findPartModel(models), (path) => parts.get(resolve(path)) ?? []);
  return withRecallCurves(model.types, marked, options['data-name']);
}

/** Prints the calibration error before and after. */
function calibrateTypes(model: DetectorEntry): DetectorType[] {
  const names = model.types.map((type) => type.name);
  const before = calibrationError(pooledMatches(names, photos).matches);
  const measured = outcomesOf(model.types, photos);
  const together = fitCalibration(measured.flatMap(({ outcomes }) => outcomes));
  const calibrated = model.types.map((type, index) => {
    const { outcomes, counted } = measured[index] ?? { outcomes: [], counted: 0 };
    // Where no photo is labelled for a type, nothing is known about it: its score stays as it is.
    const line = outcomes.length === 0 ? type.calibration : fitCalibration(outcomes, together);
    const confident = outcomes.map(({ score, right }) => ({ confidence: calibrate(score, line), right }));
    const best = bestThreshold(confident, counted);
    const enough = outcomes.filter(({ right }) => right).length >= ENOUGH;
    const isBest = enough && !options['keep-thresholds'];
    console.log(
      `${type.name}: ${counted} boxes, slope ${line.slope.toFixed(2)}, offset ${line.offset.toFixed(2)}, ` +
        `best F1 ${best.f1.toFixed(2)} at ${best.threshold.toFixed(2)}${enough ? '' : ' (too few to go by)'}`,
    );
    const rounded = { slope: round(line.slope), offset: round(line.offset) };
    return { ...type, calibration: rounded, bestThreshold: isBest ? round(best.threshold) : model.threshold };
  });
  const after = calibrationError(
    calibrated.flatMap(({ calibration }, index) =>
      (measured[index]?.outcomes ?? []).map(({ score, right }) => ({
        confidence: calibrate(score, calibration),
        verdict: right ? ('hit' as const) : ('miss' as const),
      })),
    ),
  );
  console.log(`calibration error ${before.toFixed(3)} before, ${after.toFixed(3)} after`);
  return calibrated;
}

/** The raw score of each detection and whether it is correct. */
function outcomesOf(detected: readonly DetectorType[], evaluated: readonly EvaluatedPhoto[]) {
  return detected.map((type) => {
    const { matches, counted } = pooledMatches([type.name], evaluated);
    const outcomes = matches
      .filter(({ verdict }) => verdict !== 'ignored')
      .map(({ confidence, verdict }) => ({
        score: toRawScore(confidence, type.calibration),
        right: verdict === 'hit',
      }));
    return { outcomes, counted };
  });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
