/** One run of one model, on the worker's clock. */
export interface Span {
  /** Number of the model, in the order of loading. */
  model: number;
  from: number;
  to: number;
}

/** Where the time of one photo went, in milliseconds. */
export interface RunTimes {
  /** Decoding and laying out, until the first model runs. */
  before: number;
  /** By number of the model; one that reads line by line runs several times. */
  models: number[];
  /** Cutting out and spelling, where one model's answer is the next one's question. */
  between: number;
  /** Making sense of what the last model said. */
  after: number;
}

export function runTimes(start: number, spans: readonly Span[], end: number): RunTimes {
  const first = spans[0]?.from ?? end;
  const last = spans.at(-1)?.to ?? end;
  const models: number[] = [];
  for (const { model, from, to } of spans) models[model] = (models[model] ?? 0) + to - from;
  const running = models.reduce((sum, ms) => sum + (ms ?? 0), 0);
  return {
    before: first - start,
    models: Array.from(models, (ms) => ms ?? 0),
    between: last - first - running,
    after: end - last,
  };
}
