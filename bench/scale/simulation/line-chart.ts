export interface Series {
  name: string;
  points: readonly { x: number; y: number }[];
}

export interface ChartOptions {
  title: string;
  xLabel: string;
  yLabel: string;
  series: readonly Series[];
  /** A horizontal line: the service level. */
  limit?: { y: number; label: string };
}

const SIZE = { width: 720, height: 400 };
const MARGIN = { left: 64, right: 150, top: 44, bottom: 52 };
const COLOURS = ['#1f6feb', '#d1570f', '#1a7f37', '#8250df', '#9a6700'];
const FONT = 'font-family="system-ui, sans-serif"';

/** Draws curves as SVG, on logarithmic axes, with their names on the right. */
export function drawLineChart({ title, xLabel, yLabel, series, limit }: ChartOptions): string {
  const points = series.flatMap((one) => one.points);
  const x = createScale(
    points.map((point) => point.x),
    [MARGIN.left, SIZE.width - MARGIN.right],
  );
  const y = createScale(
    [...points.map((point) => point.y), ...(limit ? [limit.y] : [])],
    [SIZE.height - MARGIN.bottom, MARGIN.top],
  );
  const [left, right, top, bottom] = [x.range[0], x.range[1], y.range[1], y.range[0]];
  const grid = [
    ...x.ticks.map(
      (value) =>
        `<line x1="${x.at(value)}" x2="${x.at(value)}" y1="${top}" y2="${bottom}" stroke="#e6e8eb"/>${text(x.at(value), bottom + 18, format(value), 'middle')}`,
    ),
    ...y.ticks.map(
      (value) =>
        `<line x1="${left}" x2="${right}" y1="${y.at(value)}" y2="${y.at(value)}" stroke="#e6e8eb"/>${text(left - 8, y.at(value) + 4, format(value), 'end')}`,
    ),
  ];
  const ends = spreadLabels(series.map((one) => y.at(one.points.at(-1)?.y ?? 1)));
  const curves = series.map((one, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const path = one.points.map((point) => `${round(x.at(point.x))},${round(y.at(point.y))}`).join(' ');
    const dots = one.points.map(
      (point) => `<circle cx="${round(x.at(point.x))}" cy="${round(y.at(point.y))}" r="3" fill="${colour}"/>`,
    );
    const name = text(right + 10, (ends[index] ?? 0) + 4, one.name, 'start', colour);
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}${name}`;
  });
  const limitY = limit ? y.at(limit.y) : 0;
  const limitLine = limit
    ? `<line x1="${left}" x2="${right}" y1="${limitY}" y2="${limitY}" stroke="#57606a" stroke-dasharray="5 4"/>`
    : '';
  // With a border, so that curves do not cross it.
  const limitLabel = limit
    ? `<g paint-order="stroke" stroke="#ffffff" stroke-width="5">${text(left + 6, limitY - 6, limit.label, 'start')}</g>`
    : '';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${escapeText(title)}">`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="#ffffff"/>`,
    `<text x="${left}" y="24" ${FONT} font-size="15" font-weight="600" fill="#1f2328">${escapeText(title)}</text>`,
    ...grid,
    limitLine,
    ...curves,
    limitLabel,
    text((left + right) / 2, SIZE.height - 12, xLabel, 'middle'),
    `<text transform="translate(16 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle" ${FONT} font-size="12" fill="#57606a">${escapeText(yLabel)}</text>`,
    '</svg>\n',
  ].join('\n');
}

/** A logarithmic scale with ticks at 1, 2 and 5 times the powers of 10, or at the powers only if there are many. */
function createScale(values: readonly number[], range: readonly [number, number]) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [from, to] = [Math.log10(low), Math.log10(high > low ? high : low * 10)];
  const at = (value: number) =>
    round(range[0] + ((Math.log10(value) - from) / (to - from)) * (range[1] - range[0]));
  const steps = to - from > 2.5 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(from); power <= Math.ceil(to); power += 1)
    for (const step of steps) {
      const value = step * 10 ** power;
      if (value >= low * 0.999 && value <= high * 1.001) ticks.push(value);
    }
  return { at, ticks, range };
}

/** Moves labels apart that would overlap. */
function spreadLabels(positions: readonly number[]): number[] {
  const order = positions
    .map((position, index) => ({ position, index }))
    .sort((a, b) => a.position - b.position);
  const spread = [...positions];
  let last = Number.NEGATIVE_INFINITY; // from the top downwards
  for (const { position, index } of order) {
    last = Math.max(position, last + 16);
    spread[index] = last;
  }
  return spread;
}

function text(x: number, y: number, content: string, anchor: string, fill = '#57606a'): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" ${FONT} font-size="12" fill="${fill}">${escapeText(content)}</text>`;
}

function format(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeText(content: string): string {
  return content.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
