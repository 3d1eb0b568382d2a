/** A line of the text format of Prometheus. */
export interface MetricLine {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/s;
const LABEL = /([a-zA-Z_]\w*)="((?:\\[\\"n]|[^\\"])*)"(?:,|$)/gs;

/** Parses the text format of Prometheus. Throws if a line does not match it. */
export function parseMetrics(text: string): MetricLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = LINE.exec(line) ?? [];
      const parsed = [...labels.matchAll(LABEL)];
      if (parsed.map(([whole]) => whole).join('') !== labels || Number.isNaN(Number(value)))
        throw new Error(`Not a line of metrics: ${line}`);
      return {
        name,
        value: Number(value),
        labels: Object.fromEntries(parsed.map(([, key = '', text = '']) => [key, unescapeLabel(text)])),
      };
    });
}

function unescapeLabel(text: string): string {
  return text.replace(/\\(.)/gs, (_, character: string) => (character === 'n' ? '\n' : character));
}
