import { readdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { summary } from '../lib/samples.ts';
import { type Cluster, type Part, startCluster } from './cluster/cluster.ts';
import type { Completed } from './load/bad-network.ts';
import { compare } from './load/compare.ts';
import { measureMemory } from './load/large-photos.ts';
import { createPhotos } from './load/photos.ts';
import { runLoad } from './load/run-load.ts';
import type { ScaleOptions } from './options.ts';
import { describeMachine, type ScaleResult } from './result.ts';
import { measureThroughput } from './throughput/measure-throughput.ts';

/** Runs the load, compares what arrived, and measures memory and throughput, on one set of processes. */
export async function measure(options: ScaleOptions, log: (line: string) => void): Promise<ScaleResult> {
  const draw = await createPhotos();
  const cluster = await startCluster(options);
  try {
    log(
      `${options.devices} devices with ${options.photos} photos arrive over ${options.window.toFixed(0)} s`,
    );
    const before = cluster.readCpu();
    const load = await runLoad(cluster, options, draw, log);
    const after = cluster.readCpu();
    const { completed, faults } = load.network;
    log('every device is done; comparing');
    const comparison = await compare(cluster, load.devices, () => countObjects(cluster));
    const memory = cluster.instances.map(({ name, usage }) => ({
      instance: name,
      largestMiB: usage.largestMiB,
    }));
    log('memory by photo size');
    const memoryBySize = await measureMemory(cluster, draw);
    log('throughput');
    const throughput = await measureThroughput(cluster, { slice: options.slice, photo: draw(-1, 0) });
    const perInspection = (part: Part) => (after[part] - before[part]) / options.devices;
    return {
      at: new Date().toISOString(),
      machine: describeMachine(loadavg()[0] ?? 0),
      devices: options.devices,
      photosPerDevice: options.photos,
      apis: options.apis,
      workers: options.workers,
      outages: load.outages,
      faults,
      comparison,
      seconds: load.seconds,
      requests: completed.length,
      requestsPerDevice: countRequests(completed, options.devices),
      create: summary(completed.filter(isCreate).map(({ ms }) => ms)),
      device: summary(load.devices.map(({ seconds }) => seconds)),
      tasksPerSecond: options.devices / load.seconds,
      cpuPerInspection: {
        api: perInspection('api'),
        worker: perInspection('worker'),
        postgres: perInspection('postgres'),
        bucket: perInspection('bucket'),
      },
      memory,
      memoryBySize,
      throughput,
    };
  } catch (error) {
    for (const { name, log: readLog } of cluster.instances) log(`${name}: ${readLog().slice(-1500)}`);
    throw error;
  } finally {
    await cluster.stop();
  }
}

const isCreate = ({ method, path, status }: Completed) =>
  method === 'POST' && path === '/v1/inspections' && status === 200;

/** Counts requests by method, path and whether they succeeded. */
function countRequests(completed: readonly Completed[], devices: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { method, path, status } of completed) {
    const key = `${method} ${path}${status < 400 ? '' : ` ${status}`}`;
    counts[key] = (counts[key] ?? 0) + 1 / devices;
  }
  return counts;
}

/** Each photo is one object; a server may store its metadata in files beside it. */
async function countObjects({ bucket }: Cluster): Promise<number> {
  const names = await readdir(bucket.folder, { recursive: true });
  return names.filter((name) => name.endsWith('_object')).length;
}
