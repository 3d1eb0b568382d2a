// npm run bench -- scale: the whole service under load: Postgres, an S3 server, API and worker processes, devices on a bad
// network, kills.
import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { finish } from '../lib/report.ts';
import { summary } from '../lib/samples.ts';
import { type Cluster, type Part, startCluster } from './cluster/cluster.ts';
import type { Completed } from './load/bad-network.ts';
import { compare, isComplete } from './load/compare.ts';
import { createPhotos } from './load/photos.ts';
import { type LoadOptions, runLoad } from './load/run-load.ts';
import { type ScaleResult, toRows } from './result.ts';

interface ScaleOptions extends LoadOptions {
  apis: number;
  workers: number;
  /** A file for the result. */
  out: string | undefined;
}

process.on('disconnect', () => process.exit(1)); // the command that started it was killed
process.channel?.unref(); // the listener alone must not keep this process alive
const options = readOptions(process.argv.slice(2));
const result = await measure(options, console.log);
if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(result, null, 2)}\n`);
finish({ bench: 'scale', rows: toRows(result), details: result });
if (!isComplete(result.comparison)) process.exitCode = 1;

function readOptions(args: readonly string[]): ScaleOptions {
  const text = { type: 'string' } as const;
  const numbers = {
    devices: text,
    photos: text,
    window: text,
    apis: text,
    workers: text,
    seed: text,
    limit: text,
  };
  const { values } = parseArgs({ args: [...args], options: { ...numbers, out: text } });
  const number = (name: keyof typeof numbers, standard: number) => {
    const value = Number(values[name] ?? standard);
    if (!(value > 0)) throw new Error(`--${name} is a number greater than 0.`);
    return value;
  };
  const devices = number('devices', 60);
  return {
    devices,
    photos: number('photos', 12),
    window: number('window', (devices * 0.4) / availableParallelism()),
    apis: number('apis', 2),
    workers: number('workers', 2),
    seed: number('seed', 1),
    limit: number('limit', 3_600),
    out: values.out,
  };
}

/** Runs the load on a cluster of its own, and compares what arrived with what the devices made. */
async function measure(options: ScaleOptions, log: (line: string) => void): Promise<ScaleResult> {
  const { apis, workers, devices, photos, window } = options;
  const draw = await createPhotos();
  const cluster = await startCluster(options);
  try {
    log(`${devices} devices with ${photos} photos arrive over ${window.toFixed(0)} s`);
    const before = { ...cluster.readCpu(), devices: readOwnCpu() };
    const load = await runLoad(cluster, options, draw, log);
    const after = { ...cluster.readCpu(), devices: readOwnCpu() };
    const { completed, faults } = load.network;
    log('every device is done; comparing');
    const comparison = await compare(cluster, load.devices, () => countObjects(cluster));
    const perInspection = (part: Part | 'devices') => (after[part] - before[part]) / devices;
    return {
      at: new Date().toISOString(),
      machine: describeMachine(),
      apis,
      workers,
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
  } catch (error) {
    for (const { name, log: readLog } of cluster.instances) log(`${name}: ${readLog().slice(-1500)}`);
    throw error;
  } finally {
    await cluster.stop();
  }
}

/** Processor seconds of this process, in which the devices run. */
function readOwnCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function describeMachine(): ScaleResult['machine'] {
  const [cpu] = cpus();
  const [loadAverage = 0] = loadavg();
  return { cpu: cpu?.model ?? '', cores: cpus().length, node: process.version, loadAverage };
}

function isCreate({ method, path, status }: Completed): boolean {
  return method === 'POST' && path === '/v1/inspections' && status === 200;
}

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
