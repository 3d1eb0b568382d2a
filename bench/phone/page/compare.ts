import { formatFigure } from '../../lib/row.ts';
import { type Measurement, type Result, slowDown } from '../result.ts';
import { TASKS } from './labels.ts';

const NONE = '–';

/** One figure of several results, side by side. */
export interface ComparedRow {
  what: string;
  cells: string[];
}

export interface ComparedGroup {
  title: string;
  rows: ComparedRow[];
}

type Reading = [what: string, read: (one: Measurement) => number | undefined, unit: string];

/** Groups the figures of several results by task and engine. */
export function compared(results: readonly Result[]): ComparedGroup[] {
  const keys = new Set(results.flatMap(({ measurements }) => measurements.map(keyOf)));
  const groups = [...keys].map((title) => {
    const own = results.map(({ measurements }) => measurements.find((one) => keyOf(one) === title));
    const names = new Set(own.flatMap((one) => one?.models.map(({ name }) => name) ?? []));
    const rows = readings([...names]).map((reading) => side(reading, own));
    return { title, rows: rows.filter(({ cells }) => cells.some((cell) => cell !== NONE)) };
  });
  const slower = results.map(({ sustained }) => (sustained ? slowDown(sustained) : undefined));
  if (slower.every((one) => one === undefined)) return groups;
  const cells = slower.map((one) => (one === undefined ? NONE : `${one.toFixed(2)} ×`));
  return [...groups, { title: 'sustained run', rows: [{ what: 'last tenth, of the first', cells }] }];
}

function keyOf({ task, engine, threads }: Measurement): string {
  return `${TASKS[task]} on ${engine}${threads > 1 ? `, ${threads} threads` : ''}`;
}

function side([what, read, unit]: Reading, own: readonly (Measurement | undefined)[]): ComparedRow {
  const cells = own.map((one) => {
    const value = one && read(one);
    return value === undefined ? NONE : formatFigure(value, unit);
  });
  return { what, cells };
}

function readings(models: readonly string[]): Reading[] {
  return [
    ['a photo, p50', ({ total }) => total.p50, 'ms'],
    ['p90', ({ total }) => total.p90, 'ms'],
    ['p99', ({ total }) => total.p99, 'ms'],
    ['before the model', ({ before }) => before.p50, 'ms'],
    ...models.map((name): Reading => [`model ${name}`, (one) => modelOf(one, name)?.run.p50, 'ms']),
    ['between models', ({ between, models: own }) => (own.length > 1 ? between.p50 : undefined), 'ms'],
    ['after', ({ after }) => after.p50, 'ms'],
    ['first run', ({ warmUpMs }) => warmUpMs, 'ms'],
    ['sessions', ({ models: own }) => own.reduce((sum, { sessionMs }) => sum + sessionMs, 0), 'ms'],
    ['models fetched', ({ models: own }) => own.reduce((sum, { loadMs }) => sum + loadMs, 0), 'ms'],
    ['memory', ({ memory }) => memory.megabytes, 'MB'],
  ];
}

function modelOf({ models }: Measurement, name: string) {
  return models.find((one) => one.name === name);
}
