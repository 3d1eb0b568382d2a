import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';

/** @typedef {import('./read-exports.mjs').Export} Export */

const TITLES = {
  functions: 'Functions',
  classes: 'Classes',
  values: 'Values',
  types: 'Types',
  named: 'Not exported, but named above',
};
const MADE_BY =
  '<!-- Made by `npm run docs` from the types. Change the doc comments in the sources instead. -->';

/**
 * The pages of the API reference: one for each entry point, and one that lists them.
 * @param {Export[]} exported
 * @param {string} root
 * @returns {Record<string, string>} name of the file → its text
 */
export function apiPages(exported, root) {
  /** @type {Map<string, Export>} what is exported more than once is described where it comes first */
  const known = new Map();
  for (const one of exported) if (!known.has(one.name)) known.set(one.name, one);
  const codes = formatted(
    [...known.values()].map((one) => shortened(one, known)),
    root,
  );
  /** @type {Map<string, string>} */
  const codeOf = new Map([...known.keys()].map((name, at) => [name, codes[at] ?? '']));

  const entries = [...new Set(exported.map(({ entry }) => entry))];
  const pages = entries.map((entry) => {
    const all = exported.filter((one) => one.entry === entry).sort(byName);
    const own = all.filter((one) => known.get(one.name) === one);
    const groups = Object.entries(TITLES).flatMap(([group, title]) => {
      const members = own.filter((one) => one.group === group);
      return members.length > 0 ? [`## ${title}`, ...members.map(section)] : [];
    });
    const elsewhere = all.filter((one) => known.get(one.name) !== one).map(({ name }) => link(name, entry));
    if (elsewhere.length > 0) groups.push(`## Also exported\n\n${elsewhere.join(', ')}`);
    return [fileOf(entry), `${[MADE_BY, `# \`${entry}\``, ...groups].join('\n\n')}\n`];
  });
  const list = entries.map((entry) => {
    const values = exported.filter((one) => one.entry === entry && !['types', 'named'].includes(one.group));
    const names = values.sort(byName).map(({ name }) => `\`${name}\``);
    return `| [\`${entry}\`](${fileOf(entry)}) | ${names.join(', ')} |`;
  });
  const index = [
    MADE_BY,
    '# API reference',
    'Every entry point of the package, with every export, its signature and its comment.',
    ['| import from | functions, classes and values |', '|---|---|', ...list].join('\n'),
  ].join('\n\n');
  return { 'README.md': `${index}\n`, ...Object.fromEntries(pages) };

  /** @param {Export} one */
  function section({ name, entry, doc, source }) {
    const code = codeOf.get(name) ?? '';
    const mentioned = [...new Set(withoutComments(code).match(/\b[A-Z]\w+\b/g))]
      .filter((other) => other !== name && known.has(other))
      .sort();
    const path = relative(root, source);
    return [
      `### ${name}`,
      ...(doc ? [doc] : []),
      `\`\`\`ts\n${code}\n\`\`\``,
      [`[${path}](../../${path})`, ...mentioned.map((other) => link(other, entry))].join(' · '),
    ].join('\n\n');
  }

  /** @param {string} name @param {string} from the entry point whose page it stands on */
  function link(name, from) {
    const { entry = from } = known.get(name) ?? {};
    return `[${name}](${entry === from ? '' : fileOf(entry)}#${name.toLowerCase()})`;
  }
}

/** @param {string} entry */
const fileOf = (entry) => `${entry.replaceAll('/', '-')}.md`;

/** @param {string} code */
const withoutComments = (code) => code.replace(/\/\*[\s\S]*?\*\//g, '');

/** @param {Export} a @param {Export} b */
const byName = (a, b) => (a.name < b.name ? -1 : 1);

/**
 * Lists of values that have a name go by it; the compiler writes them out.
 * @param {Export} one
 * @param {Map<string, Export>} known
 */
function shortened({ name, code }, known) {
  if (!code.startsWith('type') && !code.startsWith('const')) return code;
  let short = code;
  for (const [other, { code: text }] of known) {
    const union = new RegExp(`^type ${other} = ("[^;]*" \\| "[^;]*");$`).exec(text)?.[1];
    if (union && other !== name) short = short.replaceAll(union, other);
  }
  return short;
}

const LINE_WIDTH = 110;
const BETWEEN = '\n// next\n';

/**
 * As the sources are formatted, in one run.
 * @param {string[]} codes
 * @param {string} root
 */
function formatted(codes, root) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@biomejs/biome/bin/biome', 'format', '--stdin-file-path=api.d.ts'],
    { cwd: root, input: codes.join(BETWEEN), encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`The declarations could not be formatted: ${stderr}`);
  return stdout.split(/\n+\/\/ next\n+/).map((code) => filled(code.trim()));
}

/**
 * Lists of texts side by side, where the formatter gives each a line.
 * @param {string} code
 */
function filled(code) {
  return code.replace(/(^ +(\| )?'[^'\n]*',?;?\n)+/gm, (list) => {
    const indent = /^ */.exec(list)?.[0] ?? '';
    const lines = [''];
    for (const word of list.trim().split(/\n */)) {
      const last = lines.length - 1;
      if (lines[last] && `${indent}${lines[last]} ${word}`.length > LINE_WIDTH) lines.push(word);
      else lines[last] = [lines[last], word].filter(Boolean).join(' ');
    }
    return lines.map((line) => `${indent}${line}\n`).join('');
  });
}
