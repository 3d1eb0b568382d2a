/**
 * @typedef {{ name: string, version: string, kind: string, task: string, tier?: string, licenceKind?: string, alternativeTo?: string, licence: string | { name?: string } | undefined,
 *   variants: { precision: string, bytes: number }[] }} Model
 */

const BEGIN = '<!-- models: made by `npm run docs` from models/manifest.json -->';
const END = '<!-- end of models -->';

/**
 * docs/models.md with its table brought up to date.
 * @param {string} page
 * @param {Model[]} models
 */
export function withModelTable(page, models) {
  const rows = models.map(({ name, version, kind, task, licenceKind = 'free', variants }) => {
    /** @param {string} precision */
    const size = (precision) => megabytes(variants.find((one) => one.precision === precision)?.bytes);
    return `| [${name}](../models/${name}.md) | ${version} | \`${task}\` | ${kind} | ${licenceKind} | ${size('int8')} | ${size('fp16')} |`;
  });
  const small = models.filter(
    ({ tier, alternativeTo }) => !['large', 'server'].includes(tier ?? '') && alternativeTo === undefined,
  );
  const sums = ['int8', 'fp16'].map((precision) => megabytes(sizeOf(small, precision)));
  const total = `| **together**, with the small damage model | | | | | ${sums.join(' | ')} |`;
  const head = [
    '| model and card | version | task | kind | licence | int8 | fp16 |',
    '|---|---|---|---|---|--:|--:|',
  ];
  const [before = '', rest = ''] = page.split(BEGIN);
  const [, after = ''] = rest.split(END);
  return [before, BEGIN, '\n', [...head, ...rows, total].join('\n'), '\n', END, after].join('');
}

/** @param {Model[]} models @param {string} precision */
function sizeOf(models, precision) {
  return models
    .flatMap(({ variants }) => variants)
    .filter((one) => one.precision === precision)
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

/** @param {number | undefined} bytes */
function megabytes(bytes) {
  return bytes === undefined ? '' : `${(bytes / 1e6).toFixed(1)} MB`;
}
