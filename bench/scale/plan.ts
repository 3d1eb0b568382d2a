import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Row, row } from '../lib/row.ts';
import { hasLoad, type ScaleResult } from './result.ts';
import { calibrate, coreSecondsPerInspection } from './simulation/costs.ts';
import { describeWindow, drawResults, drawUtilization } from './simulation/curves.ts';
import { findPlan } from './simulation/find-plan.ts';
import type { Plan } from './simulation/simulate.ts';

const DEVICES = 100_000;
const PHOTOS = 12;
/** Seconds, and the share of the devices that is simulated. */
const WINDOWS = [
  { window: 3_600, share: 0.25 },
  { window: 600, share: 0.05 },
  { window: 60, share: 0.02 },
];
const LEVEL = { delay: 10, result: 600 };
/** A small installation, on which the picture shows what breaks first. */
const SMALL: Plan = { apis: 2, connections: 20, postgresCores: 2, workers: 4, bucketPrefixes: 1 };
const PER_HOUR = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];

/** Simulates 100,000 devices with the costs of measured runs. Draws the curves into `pictures`, if given. */
export function makePlan(
  files: readonly string[],
  pictures: string | undefined,
): { rows: Row[]; details: object } {
  const results = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as ScaleResult);
  const measured = joinParts(results);
  const costs = { ...calibrate(measured), photosPerDevice: PHOTOS };
  const found = WINDOWS.map(({ window, share }) =>
    findPlan({ devices: DEVICES, window }, costs, LEVEL, { share }),
  );
  if (pictures !== undefined) {
    mkdirSync(pictures, { recursive: true });
    const write = (name: string, svg: string) => writeFileSync(join(pictures, name), svg);
    write('result.svg', drawResults(found, costs, LEVEL));
    write('breaks-first.svg', drawUtilization(SMALL, PER_HOUR, costs));
  }
  const core = coreSecondsPerInspection(costs);
  const hours = (seconds: number) => (seconds * 1000) / 3600;
  const rows = found.flatMap(({ demand, plan, outcome }) => {
    const when = describeWindow(demand.window);
    const perSecond = DEVICES / demand.window;
    return [
      ...Object.entries(plan).map(([part, figure]) => row(`${when}: ${toWords(part)}`, { figure })),
      row(`${when}: bucket requests`, { figure: perSecond * costs.photosPerDevice, unit: '/s' }),
      row(`${when}: photos`, {
        figure: (perSecond * costs.photosPerDevice * costs.photoBytes) / 1e6,
        unit: 'MB/s',
      }),
      row(`${when}: delay, p99`, { figure: outcome.delay.p99, unit: 's' }),
      row(`${when}: result, p99`, { figure: outcome.result.p99, unit: 's' }),
    ];
  });
  const cost = Object.entries(core).map(([part, seconds]) =>
    row(`processor time per 1,000 inspections, ${part}`, { figure: hours(seconds), unit: 'h' }),
  );
  return { rows: [...rows, ...cost], details: { costs, level: LEVEL, found } };
}

/** Takes the load from the run that has one, and the throughput from the run that has it. */
function joinParts(results: readonly ScaleResult[]): Parameters<typeof calibrate>[0] {
  const load = results.find(hasLoad);
  const throughput = results.find((result) => result.throughput.length > 0)?.throughput;
  if (!load || !throughput) throw new Error('--plan needs results with a load and with a throughput.');
  return { ...load, throughput };
}

function toWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
