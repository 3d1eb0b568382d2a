import uPlot from 'uplot';
import type { Point } from './sustained.ts';

/** A chart of the run time over the duration of the test, in the colors of the page. */
export class SlowDownChart {
  readonly #place: HTMLElement;
  #plot: uPlot | undefined;
  #shown: readonly Point[] = [];

  constructor(place: HTMLElement) {
    this.#place = place;
    new ResizeObserver(() => this.#plot?.setSize(this.#size())).observe(place);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#redraw());
  }

  show(points: readonly Point[]): void {
    this.#shown = points;
    if (this.#plot) this.#plot.setData(columns(points));
    else this.#redraw();
  }

  #redraw(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    if (this.#shown.length === 0) return;
    const colour = (name: string) => getComputedStyle(this.#place).getPropertyValue(name).trim();
    const axis = {
      stroke: colour('--quiet'),
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
    };
    const options: uPlot.Options = {
      ...this.#size(),
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: { range: (_plot, _least, most) => [0, most * 1.15 || 1] } },
      axes: [
        { ...axis, size: 30, values: (_plot, ticks) => ticks.map((at) => `${at} s`) },
        { ...axis, size: 58, values: (_plot, ticks) => ticks.map((ms) => `${ms} ms`) },
      ],
      series: [
        {},
        { stroke: colour('--accent'), width: 2, fill: colour('--accent-soft'), points: { show: false } },
      ],
    };
    this.#plot = new uPlot(options, columns(this.#shown), this.#place);
  }

  #size() {
    return { width: Math.max(200, this.#place.clientWidth), height: 180 };
  }
}

function columns(points: readonly Point[]): uPlot.AlignedData {
  return [points.map(([at]) => at), points.map(([, ms]) => ms)];
}
