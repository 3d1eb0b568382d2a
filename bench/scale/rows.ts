import { atLeast, atMost, type Row, row } from '../lib/row.ts';
import { hasLoad, type LoadFigures, type ScaleResult } from './result.ts';

const MEMORY_MIB = 300;
const SHARE_OF_BARE = 0.5;

/** Returns the rows of the table. */
export function toRows(result: ScaleResult): Row[] {
  return [
    ...(hasLoad(result) ? toLoadRows(result) : []),
    ...toMemoryRows(result),
    ...toThroughputRows(result),
  ];
}

function toLoadRows(result: LoadFigures): Row[] {
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

function toMemoryRows({ memoryBySize, memoryUnderLoad: load }: ScaleResult): Row[] {
  const memoryRow = (what: string, figure: number) =>
    row(`largest memory of an API, ${what}`, { figure, unit: 'MiB' }, atMost(MEMORY_MIB, 'MiB'));
  return [
    ...memoryBySize.map(({ way, megabytes, apiMiB }) =>
      memoryRow(`${way} uploads of ${megabytes} MB`, apiMiB),
    ),
    ...(load ? [memoryRow(`${load.requests} requests at once, ${load.rejected} rejected`, load.apiMiB)] : []),
  ];
}

function toThroughputRows({ throughput }: ScaleResult): Row[] {
  return throughput.flatMap(({ what, service, bare }) => [
    row(`${what}, service`, { figure: service.perSecond, unit: '/s' }),
    row(`${what}, bare inserts`, { figure: bare.perSecond, unit: '/s' }),
    row(`${what}, service to bare`, { ratio: service.perSecond / bare.perSecond }, atLeast(SHARE_OF_BARE)),
    row(`${what}, processor time: bare to service`, {
      ratio: (bare.processMs + bare.postgresMs) / (service.processMs + service.postgresMs),
    }),
  ]);
}

/** `lostPhotos` → `lost photos`. */
function toWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
