import { cpus } from 'node:os';
import type { Comparison } from './load/compare.ts';
import type { MemoryBySize } from './load/large-photos.ts';
import type { MemoryUnderLoad } from './load/many-requests.ts';
import type { Throughput } from './throughput/measure-throughput.ts';

/** One run, as stored in bench/results. The simulation is calibrated with a run of all parts. */
export interface ScaleResult extends Partial<LoadFigures> {
  at: string;
  machine: { cpu: string; cores: number; node: string; loadAverage: number };
  apis: number;
  workers: number;
  /** Empty if it was not measured. */
  memoryBySize: MemoryBySize[];
  memoryUnderLoad?: MemoryUnderLoad | undefined;
  /** Empty if it was not measured. */
  throughput: Throughput[];
}

/** What the devices found, and what they cost. */
export interface LoadFigures {
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

/** Returns true if the run had devices. */
export function hasLoad(result: ScaleResult): result is ScaleResult & LoadFigures {
  return result.comparison !== undefined;
}

export function describeMachine(loadAverage: number): ScaleResult['machine'] {
  return { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version, loadAverage };
}
