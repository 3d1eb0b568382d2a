import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** The parts of a run, in their order. */
export const SCALE_PARTS = ['load', 'memory', 'throughput'] as const;
export type ScalePart = (typeof SCALE_PARTS)[number];

export interface ScaleOptions {
  devices: number;
  /** Per device. */
  photos: number;
  /** Seconds over which the devices arrive. */
  window: number;
  apis: number;
  workers: number;
  /** Seconds of each slice of the throughput measurement. */
  slice: number;
  seed: number;
  /** Seconds after which a load that has not ended fails. */
  limit: number;
  /** What is measured. */
  parts: readonly ScalePart[];
  /** A file for the result. */
  out: string | undefined;
  /** Files of earlier results: nothing is measured, only simulated with their costs. Each may have other parts. */
  plan: readonly string[] | undefined;
  /** A folder for the curves of the simulation. */
  pictures: string | undefined;
}

/** Reads the options of `npm run bench -- scale`. */
export function readScaleOptions(args: readonly string[]): ScaleOptions {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      devices: text,
      photos: text,
      window: text,
      apis: text,
      workers: text,
      slice: text,
      seed: text,
      limit: text,
      only: { ...text, multiple: true },
      out: text,
      plan: { ...text, multiple: true },
      pictures: text,
    },
  });
  const number = (value: string | undefined, standard: number) => {
    if (value === undefined) return standard;
    if (!(Number(value) > 0)) throw new Error(`"${value}" is not a number greater than 0.`);
    return Number(value);
  };
  const parts = SCALE_PARTS.filter((part) => values.only?.includes(part) ?? true);
  if (parts.length !== (values.only ?? SCALE_PARTS).length)
    throw new Error(`--only is one of ${SCALE_PARTS.join(', ')}.`);
  const devices = number(values.devices, 60);
  return {
    devices,
    photos: number(values.photos, 12),
    window: number(values.window, (devices * 0.4) / availableParallelism()),
    apis: number(values.apis, 2),
    workers: number(values.workers, 2),
    slice: number(values.slice, 4),
    seed: number(values.seed, 1),
    limit: number(values.limit, 3_600),
    parts,
    out: values.out,
    plan: values.plan,
    pictures: values.pictures,
  };
}
