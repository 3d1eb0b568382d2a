import { cpus } from 'node:os';
import { formatFigure, type Row } from './row.ts';
import { table } from './table.ts';

/** The results of a bench. */
export interface Report {
  bench: string;
  rows: Row[];
  /** The version of the measured browser. */
  browser?: string;
  /** What could not be measured here, and why. */
  skipped?: string[];
  /** More data for the JSON. */
  details?: object;
}

/** The report of a bench, or the reason of its failure. */
export type Outcome = (Report | { bench: string; failed: string }) & { seconds?: number };

/** Ends a bench: sends its report to the parent process, or prints it. */
export function finish(report: Report): void {
  if (process.send) process.send(report);
  else console.log(`${formatTable([report])}\n${JSON.stringify(report)}`);
}

/** Formats one table of all benches, with failures and skipped measurements. */
export function formatTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap((outcome) => {
    if ('failed' in outcome) return [[outcome.bench, outcome.failed, '', '', '', '', 'FAILED']];
    const skipped = (outcome.skipped ?? []).map((what) => [outcome.bench, what, '', '', '', '', 'skipped']);
    return [...outcome.rows.map((one) => cells(outcome.bench, one)), ...skipped];
  });
  return table(['bench', 'row', 'figure', 'p90', 'ratio', 'target', ''], rows, { left: 2 });
}

/** Returns one JSON object of all benches, with the machine they ran on. */
export function toJson(outcomes: readonly Outcome[], at: Date): object {
  const [cpu] = cpus();
  const machine = { cpu: cpu?.model, cores: cpus().length, platform: process.platform, arch: process.arch };
  return { at: at.toISOString(), node: process.version, machine, benches: outcomes };
}

function cells(bench: string, { row, figure, unit, p90, ratio, target, met }: Row): string[] {
  const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
  const value = (number: number | undefined, of?: string) =>
    number === undefined ? '' : formatFigure(number, of);
  const share = ratio === undefined ? '' : ratio.toFixed(2);
  return [bench, row, value(figure, unit), value(p90, unit), share, target ?? '', verdict];
}
