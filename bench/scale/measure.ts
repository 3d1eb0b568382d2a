import { readdir } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { summary } from '../lib/samples.ts';
import { type Cluster, type Part, startCluster } from './cluster/cluster.ts';
import type { Completed } from './load/bad-network.ts';
import { compare } from './load/compare.ts';
import { measureMemory } from './load/large-photos.ts';
import { measureManyRequests } from './load/many-requests.ts';
import { createPhotos, type DrawPhoto } from './load/photos.ts';
import { runLoad } from './load/run-load.ts';
import type { ScaleOptions } from './options.ts';
import { describeMachine, type LoadFigures, type ScaleResult } from './result.ts';
import { measureThroughput } from './throughput/measure-throughput.ts';

/** Runs the load, compares what arrived, and measures memory and throughput, on one set of processes. */
export async function measure(options: ScaleOptions, log: (line: string) => void): Promise<ScaleResult> {
  const { parts, apis, workers, slice } = options;
  const draw = await createPhotos();
  const cluster = await startCluster(options);
  const run = async <T>(part: ScaleOptions['parts'][number], work: () => Promise<T>, otherwise: T) => {
    if (!parts.includes(part)) return otherwise;
    log(part);
    return work();
  };
  try {
    const load = await run('load', () => measureLoad(cluster, options, draw, log), undefined);
    const memoryBySize = await run('memory', () => measureMemory(cluster, draw), []);
    const memoryUnderLoad = await run('memory', () => measureManyRequests(cluster, draw(-1, 0)), undefined);
    const throughput = await run(
      'throughput',
      () => measureThroughput(cluster, { slice, photo: draw(-1, 0) }),
      [],
    );
    const machine = describeMachine(loadavg()[0] ?? 0);
    return {
      at: new Date().toISOString(),
      machine,
      apis,
      workers,
      ...load,
      memoryBySize,
      memoryUnderLoad,
      throughput,
    };
  } catch (error) {
    for (const { name, log: readLog } of cluster.instances) log(`${name}: ${readLog().slice(-1500)}`);
    throw error;
  } finally {
    await cluster.stop();
  }
}

async function measureLoad(
  cluster: Cluster,
  options: ScaleOptions,
  draw: DrawPhoto,
  log: (line: string) => void,
): Promise<LoadFigures> {
  const { devices, photos, window } = options;
  log(`${devices} devices with ${photos} photos arrive over ${window.toFixed(0)} s`);
  const before = { ...cluster.readCpu(), devices: readOwnCpu() };
  const load = await runLoad(cluster, options, draw, log);
  const after = { ...cluster.readCpu(), devices: readOwnCpu() };
  const { completed, faults } = load.network;
  log('every device is done; comparing');
  const comparison = await compare(cluster, load.devices, () => countObjects(cluster));
  const perInspection = (part: Part | 'devices') => (after[part] - before[part]) / devices;
  return {
    devices,
    photosPerDevice: photos,
    outages: load.outages,
    faults,
    comparison,
    seconds: load.seconds,
    requests: completed.length,
    requestsPerDevice: countRequests(completed, devices),
    create: summary(completed.filter(isCreate).map(({ ms }) => ms)),
    device: summary(load.devices.map(({ seconds }) => seconds)),
    tasksPerSecond: devices / load.seconds,
    cpuPerInspection: {
      api: perInspection('api'),
      worker: perInspection('worker'),
      postgres: perInspection('postgres'),
      bucket: perInspection('bucket'),
      devices: perInspection('devices'),
    },
    memory: cluster.instances.map(({ name, usage }) => ({ instance: name, largestMiB: usage.largestMiB })),
  };
}

/** Processor seconds of this process, in which the devices run. */
function readOwnCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
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
