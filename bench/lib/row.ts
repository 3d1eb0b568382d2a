import type { Summary } from './samples.ts';

/** One row of a bench's table and JSON. */
export interface Row extends Measured {
  /** What was measured. */
  row: string;
  /** The target as text. It applies to the ratio, or to the figure if there is no ratio. */
  target?: string;
  met?: boolean;
}

export interface Measured {
  /** A median if there were several runs. Absent if only the ratio has a meaning. */
  figure?: number;
  unit?: string;
  p90?: number;
  runs?: number;
  ratio?: number;
}

export interface Target {
  text: string;
  isMet(value: number): boolean;
}

export function row(name: string, measured: Measured, target?: Target): Row {
  const value = measured.ratio ?? measured.figure;
  if (!target || value === undefined) return { row: name, ...measured };
  return { row: name, ...measured, target: target.text, met: target.isMet(value) };
}

export function milliseconds({ median, p90, runs }: Summary): Measured {
  return { figure: median, unit: 'ms', p90, runs };
}

export function atMost(limit: number, unit = ''): Target {
  return { text: `≤ ${formatFigure(limit, unit)}`, isMet: (value) => value <= limit };
}

export function atLeast(limit: number, unit = ''): Target {
  return { text: `≥ ${formatFigure(limit, unit)}`, isMet: (value) => value >= limit };
}

/** Formats with 3 significant digits and without an exponent. */
export function formatFigure(value: number, unit = ''): string {
  const number =
    Math.abs(value) < 1000
      ? value.toLocaleString('en', { maximumSignificantDigits: 3 })
      : Math.round(value).toLocaleString('en');
  return unit ? `${number} ${unit}` : number;
}
