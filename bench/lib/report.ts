import { cpus } from 'node:os';
import { inWords, type Row } from './row.ts';
import { table } from './table.ts';

/** What a bench found. */
export interface Report {
  bench: string;
  rows: Row[];
  /** The browser's version, where one was measured. */
  browser?: string;
  /** What could not be measured here, and why. */
  leftOut?: string[];
  /** Whatever else it knows, for the JSON. */
  details?: object;
}

/** A bench that was started: what it found, or why it found nothing. */
export type Outcome = (Report | { bench: string; failed: string }) & { seconds?: number };

/** The last thing a bench does: hands its report to whoever started it, or prints it. */
export function finish(report: Report): void {
  if (process.send) process.send(report);
  else console.log(`${tableOf([report])}\n${JSON.stringify(report)}`);
}

/** One table of all benches, with what failed and what was left out. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap((outcome) => {
    if ('failed' in outcome) return [[outcome.bench, outcome.failed, '', '', '', '', 'FAILED']];
    const leftOut = (outcome.leftOut ?? []).map((what) => [outcome.bench, what, '', '', '', '', 'left out']);
    return [...outcome.rows.map((one) => cells(outcome.bench, one)), ...leftOut];
  });
  return table(['bench', 'row', 'figure', 'p90', 'ratio', 'target', ''], rows, { left: 2 });
}

/** One JSON object of all benches, with the machine they ran on. */
export function jsonOf(outcomes: readonly Outcome[], at: Date): object {
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model, cores: cpus().length, platform: process.platform, arch: process.arch };
  return { at: at.toISOString(), node: process.version, machine, benches: outcomes };
}

function cells(bench: string, { row, figure, unit, p90, ratio, target, met }: Row): string[] {
  const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
  const value = (number: number | undefined, of?: string) =>
    number === undefined ? '' : inWords(number, of);
  const share = ratio === undefined ? '' : ratio.toFixed(2);
  return [bench, row, value(figure, unit), value(p90, unit), share, target ?? '', verdict];
}
