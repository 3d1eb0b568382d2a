import type { Summary } from './samples.ts';

/** One line of the table that every bench ends with, and of its JSON. */
export interface Row extends Measured {
  /** What was measured. */
  row: string;
  /** In words, with what it is held against: the ratio where there is one, else the figure. */
  target?: string;
  met?: boolean;
}

export interface Measured {
  /** A median where there were several runs. Absent where only the ratio says something. */
  figure?: number;
  unit?: string;
  p90?: number;
  runs?: number;
  ratio?: number;
}

export interface Target {
  words: string;
  holds(value: number): boolean;
}

export function row(name: string, measured: Measured, target?: Target): Row {
  const judged = measured.ratio ?? measured.figure;
  if (!target || judged === undefined) return { row: name, ...measured };
  return { row: name, ...measured, target: target.words, met: target.holds(judged) };
}

export function milliseconds({ median, p90, runs }: Summary): Measured {
  return { figure: median, unit: 'ms', p90, runs };
}

export function atMost(limit: number, unit = ''): Target {
  return { words: `≤ ${inWords(limit, unit)}`, holds: (value) => value <= limit };
}

export function atLeast(limit: number, unit = ''): Target {
  return { words: `≥ ${inWords(limit, unit)}`, holds: (value) => value >= limit };
}

/** Three digits that mean something, and never an exponent. */
export function inWords(value: number, unit = ''): string {
  const number =
    Math.abs(value) < 1000
      ? value.toLocaleString('en', { maximumSignificantDigits: 3 })
      : Math.round(value).toLocaleString('en');
  return unit ? `${number} ${unit}` : number;
}
