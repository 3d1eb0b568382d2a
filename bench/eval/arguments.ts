import { parseArgs } from 'node:util';

export interface EvalArguments {
  model: string;
  data: string[];
  json: boolean;
  predictions?: string;
  split?: string;
  set?: string;
  types?: string[];
  limit?: number;
  /** The most pixels of each canvas, the largest first. */
  areas?: [number, number?];
  /** The most crops of a photo to look at closer. With several, prints accuracy against time. */
  crops?: number[];
  undamaged: boolean;
  assign: boolean;
  /** Whether to measure recall by the size of a mark. */
  limitCurve: boolean;
  damages: string[];
  parts: string[];
  precision: 'int8' | 'fp16';
  /** Whether to compare the detections with those of the int8 file. */
  agreement: boolean;
  threads?: number;
  /** ISO 3166 code, for plates. */
  country?: string;
  /** Whether to run on onnxruntime-node. */
  native: boolean;
  manifest: string;
}

export const USAGE = `npm run eval -- <model> --data <folder or list.json> [--data <another>] [options]

<model>: a detector of the manifest (damage, parts, wheels), wheel-crops for crops of single wheels,
         ocr for pictures with their text (plates, odometers, VINs),
         severity for damages that the labels grade,
         compare for the comparison of two inspections (--data: labelled photos to take again),
         guide for the viewpoints of live guidance (--data: photos to read as camera frames),
         or walk for the photos of a walk around the car (--data: photos to play as videos; --limit: walks)

  --model <name>         of a model with tiers, the tier: damage --model damage-large
  --json                 one object as the last line of standard output, nothing else there
  --predictions <file>   also write every detection of at least 0.001 confidence
  --split <name>         only records of this split (train, val)
  --set <name>           only records of this set
  --types <a,b,…>        only these types of a detector; with ocr only these image types (VIN, PLATE, ODOMETER)
  --limit <n>            only so many photos, spread evenly over the records
  --undamaged            the photos show no damage: count false damages (labels are passed over)
  --assign               with parts: how often damages get the right part
  --damages <folder>     with --assign: the labelled damages of these photos (may be repeated)
  --limit-curve          with a damage model: the share of labelled marks that it finds, by their size, and whether that predicts
                         what it finds on other photos
  --parts <folder>       with severity or --limit-curve: the labelled parts of these photos (may be repeated)
  --area <n[+m]>         the most pixels of the canvas, and of the second one, in place of the manifest's
  --crops <n[,m,…]>      the most crops of a photo to look at closer, in place of the manifest's; with several, accuracy against time
  --precision <name>     int8 (default) or fp16
  --agreement            with --precision fp16: how many detections at the thresholds differ from those of int8
  --country <code>       with ocr: the country of the plates, as an app may tell it (BR, US-CA)
  --threads <n>          photos at a time (default: one per core)
  --native               run a detector on onnxruntime-node, which must be installed: 3 times as fast as WASM
  --manifest <file>      default models/manifest.json`;

/** These render their own photos, or know where to find them. */
const HAS_DEFAULT_DATA = ['compare', 'guide', 'walk'];

/** Throws an Error with a one-line message for invalid arguments. */
export function parseArguments(argv: readonly string[]): EvalArguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      model: { type: 'string' },
      data: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
      predictions: { type: 'string' },
      split: { type: 'string' },
      set: { type: 'string' },
      types: { type: 'string' },
      limit: { type: 'string' },
      area: { type: 'string' },
      crops: { type: 'string' },
      undamaged: { type: 'boolean', default: false },
      assign: { type: 'boolean', default: false },
      'limit-curve': { type: 'boolean', default: false },
      damages: { type: 'string', multiple: true, default: [] },
      parts: { type: 'string', multiple: true, default: [] },
      precision: { type: 'string', default: 'int8' },
      agreement: { type: 'boolean', default: false },
      threads: { type: 'string' },
      country: { type: 'string' },
      native: { type: 'boolean', default: false },
      manifest: { type: 'string', default: 'models/manifest.json' },
    },
  });
  const [name, ...others] = positionals;
  const model = values.model ?? name;
  const { data, json, predictions, split, set, types, limit, precision, threads, native, manifest } = values;
  const { undamaged, assign, damages, parts, country, agreement } = values;
  if (name === undefined || model === undefined || others.length > 0)
    throw new Error('Name one model, for example: damage');
  if (data.length === 0 && !HAS_DEFAULT_DATA.includes(model))
    throw new Error('Say what to evaluate on: --data <folder or list.json>');
  if (precision !== 'int8' && precision !== 'fp16') throw new Error('--precision is int8 or fp16');
  const threadCount = parseCount('--threads', threads);
  const photoCount = parseCount('--limit', limit);
  const areas = parseAreas(values.area);
  const crops = parseCrops(values.crops);
  return {
    model,
    data,
    json,
    undamaged,
    assign,
    limitCurve: values['limit-curve'],
    damages,
    parts,
    precision,
    agreement,
    native,
    manifest,
    ...(predictions !== undefined && { predictions }),
    ...(split !== undefined && { split }),
    ...(set !== undefined && { set }),
    ...(country !== undefined && { country }),
    ...(types !== undefined && { types: types.split(',') }),
    ...(threadCount !== undefined && { threads: threadCount }),
    ...(photoCount !== undefined && { limit: photoCount }),
    ...(areas && { areas }),
    ...(crops && { crops }),
  };
}

function parseAreas(value: string | undefined): [number, number?] | undefined {
  const [first, second, ...others] = value?.split('+').map((area) => parseCount('--area', area) ?? 0) ?? [];
  if (others.length > 0) throw new Error('--area is one or two whole numbers, for example 409600+131072');
  return first === undefined ? undefined : second === undefined ? [first] : [first, second];
}

function parseCrops(value: string | undefined): number[] | undefined {
  const counts = value?.split(',').map(Number);
  if (counts?.some((count) => !Number.isInteger(count) || count < 0))
    throw new Error('--crops is one or more whole numbers, for example 0,1,2');
  return counts;
}

function parseCount(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const count = Number(value);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`${option} is a whole number`);
}
