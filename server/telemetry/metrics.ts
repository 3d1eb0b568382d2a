/** Labels of a value. Few and with few values each: every combination is kept. */
export type Labels = Readonly<Record<string, string | number>>;

/** A value that is read when metrics are collected. */
export interface Sample {
  value: number;
  labels?: Labels;
}

/** The name of a metric in Prometheus, and one sentence about it. */
export interface MetricName {
  name: string;
  help: string;
}

/** Collects metrics and renders them in the text format of Prometheus. */
export interface Metrics {
  /** Creates a counter. Returns a function that adds 1 to it, or `value`. */
  counter(metric: MetricName): (labels?: Labels, value?: number) => void;
  /** Creates a histogram with upper bounds of its buckets, in ascending order. Returns a function that adds a value to it. */
  histogram(metric: MetricName, buckets: readonly number[]): (value: number, labels?: Labels) => void;
  /** Adds a metric that is read when metrics are collected. If `read` fails, the metric is left out. */
  collect(
    metric: MetricName,
    type: 'counter' | 'gauge',
    read: () => readonly Sample[] | Promise<readonly Sample[]>,
  ): void;
  /** Returns all metrics in the text format of Prometheus, version 0.0.4. */
  render(): Promise<string>;
}

export function createMetrics(): Metrics {
  const rendered: (() => Promise<string[]>)[] = [];
  const header = ({ name, help }: MetricName, type: string) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
  ];
  return {
    counter(metric) {
      const series = createSeries(() => ({ value: 0 }));
      rendered.push(async () => [
        ...header(metric, 'counter'),
        ...series.list().map(([labels, { value }]) => formatLine(metric.name, labels, value)),
      ]);
      return (labels = {}, value = 1) => {
        series.get(labels).value += value;
      };
    },
    histogram(metric, buckets) {
      const series = createSeries(() => ({ counts: buckets.map(() => 0), sum: 0, count: 0 }));
      rendered.push(async () => [
        ...header(metric, 'histogram'),
        ...series.list().flatMap(([labels, values]) => formatHistogram(metric.name, labels, buckets, values)),
      ]);
      return (value, labels = {}) => {
        const values = series.get(labels);
        const bucket = buckets.findIndex((bound) => value <= bound);
        if (bucket !== -1) values.counts[bucket] = (values.counts[bucket] ?? 0) + 1;
        values.sum += value;
        values.count += 1;
      };
    },
    collect(metric, type, read) {
      rendered.push(async () => {
        const samples = await Promise.resolve()
          .then(read)
          .catch(() => []);
        if (samples.length === 0) return [];
        const lines = samples.map(({ labels = {}, value }) => formatLine(metric.name, labels, value));
        return [...header(metric, type), ...lines];
      });
    },
    async render() {
      const parts = await Promise.all(rendered.map((one) => one()));
      return `${parts.flat().join('\n')}\n`;
    },
  };
}

/** The values of a metric by their labels. */
function createSeries<Value>(create: () => Value) {
  const series = new Map<string, [Labels, Value]>();
  return {
    get(labels: Labels): Value {
      const key = formatLabels(labels);
      const known = series.get(key);
      if (known) return known[1];
      const value = create();
      series.set(key, [labels, value]);
      return value;
    },
    list: () => [...series.values()],
  };
}

function formatHistogram(
  name: string,
  labels: Labels,
  buckets: readonly number[],
  { counts, sum, count }: { counts: readonly number[]; sum: number; count: number },
): string[] {
  let total = 0;
  const lines = buckets.map((bound, index) => {
    total += counts[index] ?? 0;
    return formatLine(`${name}_bucket`, { ...labels, le: bound }, total);
  });
  return [
    ...lines,
    formatLine(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    formatLine(`${name}_sum`, labels, sum),
    formatLine(`${name}_count`, labels, count),
  ];
}

function formatLine(name: string, labels: Labels, value: number): string {
  return `${name}${formatLabels(labels)} ${value}`;
}

function formatLabels(labels: Labels): string {
  const entries = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return entries.length === 0 ? '' : `{${entries.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
