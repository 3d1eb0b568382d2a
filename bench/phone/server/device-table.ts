import { formatFigure } from '../../lib/row.ts';
import { table } from '../../lib/table.ts';
import { type Result, slowDown } from '../result.ts';

const HEAD = [
  ...['device', 'browser', 'task', 'engine', 'threads', 'p50', 'p90', 'p99'],
  ...['before', 'model', 'after', 'memory', 'slow-down'],
];

/** Formats the results by device, newest first, in milliseconds per photo. */
export function deviceTable(results: readonly Result[]): string {
  const byDevice = results.toSorted((one, other) => one.device.name.localeCompare(other.device.name));
  return table(HEAD, byDevice.flatMap(createRows), { left: 4 });
}

function createRows({ device, measurements, sustained }: Result): string[][] {
  return measurements.map(({ task, engine, threads, chosen, total, before, models, after, memory }) => {
    const isSustained = sustained?.task === task && sustained.engine === engine;
    const model = models.reduce((sum, { run }) => sum + run.p50, 0);
    return [
      device.name,
      device.browser,
      task,
      chosen ? `${engine} (used)` : engine,
      String(threads),
      ...[total.p50, total.p90, total.p99, before.p50, model, after.p50].map((ms) => formatFigure(ms)),
      memory.megabytes === undefined ? '' : formatFigure(memory.megabytes, 'MB'),
      isSustained ? `${slowDown(sustained).toFixed(2)} ×` : '',
    ];
  });
}
