import { atMost, type Row, row } from '../lib/row.ts';
import type { Comparison } from './load/compare.ts';

/** One run, as stored in bench/results. */
export interface ScaleResult {
  at: string;
  machine: { cpu: string; cores: number; node: string; loadAverage: number };
  apis: number;
  workers: number;
  devices: number;
  photosPerDevice: number;
  outages: string[];
  faults: Record<string, number>;
  comparison: Comparison;
  seconds: number;
  requests: number;
  /** Requests that reached the service, per device, by method and path. */
  requestsPerDevice: Record<string, number>;
  /** Of the call that creates an inspection, in milliseconds, without the latency of the network. */
  create: { runs: number; median: number; p90: number; p99: number };
  /** From the arrival of a device to its result, in seconds. */
  device: { median: number; p99: number };
  tasksPerSecond: number;
  /** Processor seconds per inspection. `devices` is the process of the devices themselves. */
  cpuPerInspection: { api: number; worker: number; postgres: number; bucket: number; devices: number };
  memory: { instance: string; largestMiB: number }[];
}

/** Of an API process. */
const MEMORY_MIB = 300;

/** Returns the rows of the table. */
export function toRows(result: ScaleResult): Row[] {
  const { comparison, create, device, cpuPerInspection: cpu } = result;
  const { inspections, photos, damages, unusedObjects, ...faults } = comparison;
  const none = atMost(0);
  return [
    row('inspections at the service', { figure: inspections }),
    row('photos at the service, equal by hash', { figure: photos - faults.changedPhotos }),
    row('damages', { figure: damages }),
    ...Object.entries(faults).map(([name, figure]) => row(toWords(name), { figure }, none)),
    row('objects without a record', { figure: unusedObjects }),
    row('requests per second, with kills', { figure: result.requests / result.seconds, unit: '/s' }),
    row('tasks per second, with kills', { figure: result.tasksPerSecond, unit: '/s' }),
    row('create call under load, median', { figure: create.median, unit: 'ms', p90: create.p90 }),
    row('create call under load, p99', { figure: create.p99, unit: 'ms' }),
    row('device, arrival to result, median', { figure: device.median, unit: 's' }),
    row('device, arrival to result, p99', { figure: device.p99, unit: 's' }),
    ...Object.entries(cpu).map(([part, figure]) =>
      row(`processor time per inspection, ${part}`, { figure, unit: 's' }),
    ),
    ...result.memory.map(({ instance, largestMiB: figure }) =>
      row(
        `largest memory, ${instance}`,
        { figure, unit: 'MiB' },
        instance.startsWith('api') ? atMost(MEMORY_MIB, 'MiB') : undefined,
      ),
    ),
  ];
}

/** `lostPhotos` → `lost photos`. */
function toWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
