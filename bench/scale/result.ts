import { cpus } from 'node:os';
import type { Comparison } from './load/compare.ts';
import type { MemoryBySize } from './load/large-photos.ts';
import type { Throughput } from './throughput/measure-throughput.ts';

/** One run of the load, as stored in bench/results. The simulation is calibrated with it. */
export interface ScaleResult {
  at: string;
  machine: { cpu: string; cores: number; node: string; loadAverage: number };
  devices: number;
  photosPerDevice: number;
  apis: number;
  workers: number;
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
  /** Processor seconds per inspection. */
  cpuPerInspection: { api: number; worker: number; postgres: number; bucket: number };
  memory: { instance: string; largestMiB: number }[];
  memoryBySize: MemoryBySize[];
  throughput: Throughput[];
}

export function describeMachine(loadAverage: number): ScaleResult['machine'] {
  return { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version, loadAverage };
}
