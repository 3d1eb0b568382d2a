/** One run of one model, on the worker's clock. */
export interface Span {
  /** Number of the model, in the order of loading. */
  model: number;
  from: number;
  to: number;
}

/** What the worker's thread does during the models' runs on a GPU: it uploads and requests the layout, and waits. */
export const GPU_STEPS = ['upload and layout', 'wait for outputs'] as const;
export type GpuStep = (typeof GPU_STEPS)[number];
/** In milliseconds. Empty if no GPU is used. */
export type GpuStepTimes = Partial<Record<GpuStep, number>>;

/** The time of each step of one photo, in milliseconds. */
export interface StepTimes {
  /** Decoding and layout, before the first model runs. */
  before: number;
  /** Scaling the photo onto the models' canvases, before and between the models. Contained in `before` and `between`. */
  layout: number;
  /** The part of `layout` before the first model. */
  layoutBefore: number;
  /** By number of the model. A model that reads line by line runs several times. */
  models: number[];
  /** Cropping and decoding between models. */
  between: number;
  /** Post-processing of the last model's output. */
  after: number;
  /** During `models`. On a GPU runs overlap: waits may add up to more than `models`. */
  inRuns: GpuStepTimes;
}

/** Returns the times by what the worker does. */
export function sumByKind({ before, layout, layoutBefore, models, between, after }: StepTimes) {
  return {
    decode: before - layoutBefore,
    layout,
    run: models.reduce((sum, ms) => sum + ms, 0),
    interpret: between - (layout - layoutBefore) + after,
  };
}

/** @param spans In the order in which they ended. */
export function toStepTimes(
  start: number,
  spans: readonly Span[],
  end: number,
  layouts: readonly Omit<Span, 'model'>[] = [],
  inRuns: GpuStepTimes = {},
): StepTimes {
  const first = Math.min(end, ...spans.map(({ from }) => from));
  const last = spans.at(-1)?.to ?? end;
  const models: number[] = [];
  // Models overlap on a GPU. The time counts for the one that ends first.
  let previous = 0;
  for (const { model, from, to } of spans) {
    models[model] = (models[model] ?? 0) + to - Math.max(from, previous);
    previous = to;
  }
  const running = models.reduce((sum, ms) => sum + (ms ?? 0), 0);
  const total = (those: typeof layouts) => those.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    before: first - start,
    layout: total(layouts),
    layoutBefore: total(layouts.filter(({ to }) => to <= first)),
    models: Array.from(models, (ms) => ms ?? 0),
    between: last - first - running,
    after: end - last,
    inRuns,
  };
}
