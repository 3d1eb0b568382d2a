import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface TrainArguments {
  data: string;
  model: string;
  models: string;
  out: string;
  minutes?: number;
  side?: number;
  python: string;
}

export const USAGE = `npm run train -- --data <folder> [options]

Fine-tunes a detector on your photos. <folder> has photos and one COCO file, or an index.json (training/README.md).

  --model <name>     a detector of the manifest (default: damage)
  --models <folder>  where it is (default: models)
  --out <folder>     for the new models and everything in between (default: runs/train)
  --minutes <n>      of training (default: 10 on a GPU, 60 on a CPU)
  --side <pixels>    of the training pictures, a multiple of 32 (default: 512 on a GPU, 416 on a CPU)
  --python <file>    a Python with torch (default: python3)`;

/** Throws an Error with a one-line message for invalid arguments. */
export function parseTrainArguments(argv: readonly string[]): TrainArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      data: { type: 'string' },
      model: { type: 'string', default: 'damage' },
      models: { type: 'string', default: 'models' },
      out: { type: 'string', default: 'runs/train' },
      minutes: { type: 'string' },
      side: { type: 'string' },
      python: { type: 'string', default: 'python3' },
    },
  });
  const { data, model, models, out, python } = values;
  if (data === undefined) throw new Error('Pass the folder of your photos: --data <folder>');
  if (resolve(findTunedModels(out)) === resolve(models))
    throw new Error(`The new models would replace those of --models ${models}. Pass another --out.`);
  const minutes = toNumber(values.minutes);
  if (minutes !== undefined && !(minutes > 0)) throw new Error('--minutes must be a number greater than 0');
  const side = toNumber(values.side);
  if (side !== undefined && !(side >= 64 && side % 32 === 0))
    throw new Error('--side must be a multiple of 32, at least 64');
  return {
    data,
    model,
    models,
    out,
    python,
    ...(minutes !== undefined && { minutes }),
    ...(side !== undefined && { side }),
  };
}

/** Returns the folder of the new models. */
export function findTunedModels(out: string): string {
  return join(out, 'models');
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
