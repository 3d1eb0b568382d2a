import { summary } from '../../lib/samples.ts';
import type { Sustained } from '../result.ts';

export type Point = [seconds: number, milliseconds: number];

export interface SustainedDeps {
  seconds: number;
  /** Analyses one photo. */
  run(): Promise<void>;
  now(): number;
  /** Returns the reason to end now, if there is one. */
  endedBy(): string | undefined;
  /** Called after each run with its start, in seconds. */
  onRun(at: number): void;
}

const MOST_POINTS = 300;
/** The fraction of runs at each end whose medians are compared. */
const TENTH = 0.1;

/** Analyses photos until the time is over, to measure thermal throttling. */
export async function sustained({ seconds, run, now, endedBy, onRun }: SustainedDeps): Promise<Point[]> {
  const points: Point[] = [];
  const start = now();
  while (now() - start < seconds * 1000 && endedBy() === undefined) {
    const from = now();
    await run();
    const at = (from - start) / 1000;
    points.push([at, now() - from]);
    onRun(at);
  }
  return points;
}

export function inShort(points: readonly Point[]): Pick<Sustained, 'runs' | 'points' | 'first' | 'last'> {
  const tenth = Math.max(1, Math.round(points.length * TENTH));
  const median = (some: readonly Point[]) => (some.length > 0 ? summary(some.map(([, ms]) => ms)).median : 0);
  return {
    runs: points.length,
    points: thinned(points),
    first: median(points.slice(0, tenth)),
    last: median(points.slice(-tenth)),
  };
}

/** Reduces the points to a number that can be drawn, by medians of neighbors. */
function thinned(points: readonly Point[]): Point[] {
  const size = Math.ceil(points.length / MOST_POINTS);
  const groups = Array.from({ length: Math.ceil(points.length / size) || 0 }, (_, nth) =>
    points.slice(nth * size, (nth + 1) * size),
  );
  return groups.map((group) => {
    const middle = (values: number[]) => Math.round(summary(values).median * 100) / 100;
    return [middle(group.map(([at]) => at)), middle(group.map(([, ms]) => ms))];
  });
}
