// npm run train -- --data <folder>: fine-tunes a detector on your own photos, packages it, and compares it with the
// model it started from. Needs Python with torch (training/requirements.txt).
import { ensureDependencies } from './ensure-dependencies.mjs';

if (!ensureDependencies()) process.exit(1);
const { register } = await import('tsx/esm/api');
register();
const { parseTrainArguments, USAGE } = await import('./train/arguments.ts');
const { fineTune } = await import('./train/fine-tune.ts');

/** @type {import('./train/arguments.ts').TrainArguments | undefined} */
let options;
try {
  options = parseTrainArguments(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  process.exitCode = 1;
}
if (options) {
  try {
    await fineTune(options);
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
