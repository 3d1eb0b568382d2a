import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { createProgress } from '../../bench/eval/progress.ts';
import { type DetectorEntry, type Manifest, selectVariant } from '../../src/analysis/model-manifest.ts';
import { quotePath, root, start } from '../run.mjs';
import { findTunedModels, type TrainArguments } from './arguments.ts';
import { compareFigures, type EvalFigures } from './compare-figures.ts';
import { readDataset, relocate } from './dataset.ts';
import { TrainingPython } from './python.ts';
import { createConfig, createDescription, listClasses, type TrainingSetup } from './recipe.ts';
import { readTrainingLine } from './training-output.ts';

const DEFAULTS = { cuda: { minutes: 10, side: 512 }, cpu: { minutes: 60, side: 416 } };
/** Convolutions with at least this number of weights are stored as int8. */
const INT8_FROM_WEIGHTS = '20000';

/**
 * Fine-tunes a detector of a models folder on labelled photos, and writes a copy of the folder with the new model.
 *
 * The start model is also the teacher: it keeps what it knows of types that the photos do not show.
 */
export async function fineTune(options: TrainArguments): Promise<void> {
  const folder = resolve(options.data);
  const out = resolve(options.out);
  const models = resolve(options.models);
  const python = new TrainingPython(options.python, root);
  python.check();
  const entry = await readDetector(join(models, 'manifest.json'), options.model);
  const records = await readDataset(folder);
  const classes = listClasses(entry, records);
  const counts = { train: 0, val: 0 };
  for (const { split } of records) counts[split] += 1;
  if (counts.train === 0 || counts.val === 0)
    throw new Error(
      `${folder} has ${counts.train} photos for training and ${counts.val} for validation. Both are needed.`,
    );

  const work = join(out, 'work');
  const data = join(work, 'data');
  const tuned = findTunedModels(out);
  const paths = {
    config: join(work, 'config.json'),
    description: join(work, 'package.json'),
    packed: join(work, 'packed'),
    run: join(work, 'run'),
    exported: join(work, 'export'),
    predictions: join(work, 'predictions.json'),
  };
  await rm(work, { recursive: true, force: true });
  await mkdir(data, { recursive: true });
  await writeFile(join(data, 'index.json'), JSON.stringify(relocate(records, folder, data)));

  const startFile = join(models, findStartFile(entry));
  const setup = await describe(python, startFile);
  const minutes = options.minutes ?? DEFAULTS[setup.device].minutes;
  const side = options.side ?? DEFAULTS[setup.device].side;
  await writeFile(paths.config, JSON.stringify(createConfig(entry, classes, setup, side), undefined, 2));
  const name = basename(folder).replaceAll(/[^\w.-]/g, '-');
  await writeFile(paths.description, JSON.stringify(createDescription(entry, classes, name), undefined, 2));
  console.log(
    `${entry.name} ${entry.version} on ${counts.train} photos, ${counts.val} for validation; ` +
      `${minutes} minutes on ${setup.device} (torch ${setup.torch}), pictures of ${side} px`,
  );

  console.log('\n1/5 Evaluate the start model');
  const before = await evaluate(models, entry.name, data);

  console.log('\n2/5 Prepare and train');
  await python.run('prepare', ['--config', paths.config, '--data', work, '--out', paths.packed]);
  await train(python, paths, work, startFile, minutes);

  console.log('\n3/5 Export and package');
  const best = join(paths.run, `${entry.name}.best.pt`);
  await python.run('export', ['--checkpoint', best, '--out', paths.exported, '--large', INT8_FROM_WEIGHTS]);
  await cp(models, tuned, { recursive: true });
  await runScript('bench/eval/package-model.ts', [paths.exported, paths.description, tuned]);

  console.log('\n4/5 Calibrate');
  const manifest = join(tuned, 'manifest.json');
  await evaluate(tuned, entry.name, data, ['--predictions', paths.predictions]);
  await runScript('bench/eval/calibrate.ts', [entry.name, paths.predictions, data, '--manifest', manifest]);

  console.log('\n5/5 Evaluate the new model');
  const after = await evaluate(tuned, entry.name, data);
  console.log(`\n${compareFigures(before, after)}\n`);
  console.log(`The new models are in ${tuned}. Try them:`);
  console.log(`  MODELS=${quotePath(tuned)} npm start`);
  // The licence of the start model applies to the new one.
  const isResearch = entry.licenceKind === 'research';
  console.log(
    `  npx kerbside inspect --models ${quotePath(tuned)}${isResearch ? ' --licence research' : ''} photo.jpg`,
  );
  const licence = isResearch ? ", licence: 'research'" : '';
  console.log(
    `In your app: serve the folder and pass its URL, deviceModels({ folder: '/models/'${licence}, … }).`,
  );
  await rm(paths.packed, { recursive: true, force: true });
}

async function readDetector(manifest: string, name: string): Promise<DetectorEntry> {
  const { models } = JSON.parse(await readFile(manifest, 'utf8')) as Manifest;
  const detectors = models.filter((model): model is DetectorEntry => model.kind === 'detector');
  const entry = detectors.find((model) => model.name === name);
  if (!entry)
    throw new Error(
      `${manifest} has no detector "${name}"; it has ${detectors.map((model) => model.name).join(', ')}.`,
    );
  return entry;
}

async function describe(python: TrainingPython, file: string): Promise<TrainingSetup> {
  if (!(await stat(file).catch(() => undefined))) throw new Error(`${file} does not exist.`);
  let line = '';
  await python.run('describe', [file], (text) => {
    line = text;
  });
  return JSON.parse(line) as TrainingSetup;
}

async function train(
  python: TrainingPython,
  paths: { config: string; packed: string; run: string },
  work: string,
  startFile: string,
  minutes: number,
): Promise<void> {
  const show = createProgress(100);
  const args = ['--config', paths.config, '--packed', paths.packed, '--data', work, '--out', paths.run];
  const schedule = ['--minutes', String(minutes), '--check-minutes', String(Math.max(0.5, minutes / 5))];
  await python.run('train', [...args, ...schedule, '--start', startFile, '--teachers', startFile], (line) => {
    const event = readTrainingLine(line);
    if (event.type === 'text') return;
    show(Math.round(event.part * 100));
    if (event.type === 'validation')
      console.log(`  AP50 on validation photos: ${(100 * event.mean).toFixed(1)}`);
  });
}

async function evaluate(
  models: string,
  name: string,
  data: string,
  args: string[] = [],
): Promise<EvalFigures> {
  const manifest = join(models, 'manifest.json');
  const output = await runScript('bench/eval/main.ts', [
    ...[name, '--data', data, '--split', 'val', '--manifest', manifest, '--json'],
    ...args,
  ]);
  const json = output.split('\n').findLast((line) => line.startsWith('{'));
  if (json === undefined) throw new Error(`The evaluation printed no figures:\n${output}`);
  return JSON.parse(json) as EvalFigures;
}

/** Returns the fp16 file, if there is one: its weights are rounded less than those of the int8 file. */
function findStartFile(entry: DetectorEntry): string {
  const { file } =
    entry.variants.find(({ precision }) => precision === 'fp16') ?? selectVariant(entry, 'int8');
  return file;
}

/** Runs a TypeScript file of the repository and returns its output. */
async function runScript(file: string, args: readonly string[]): Promise<string> {
  const { succeeded, output } = await start(process.execPath, ['--import', 'tsx', file, ...args], {
    capture: true,
  });
  if (!succeeded) throw new Error(`${file} failed:\n${output}`);
  return output;
}
