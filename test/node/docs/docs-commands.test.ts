import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../../bench/eval/arguments.ts';
import { parseTrainArguments } from '../../../scripts/train/arguments.ts';
import { parseCommand } from '../../../src/node/cli/parse-command.ts';
import { type Page, readPages, root } from '../support/pages.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const benches = readdirSync(join(root, 'bench')).filter((name) =>
  existsSync(join(root, 'bench', name, 'run.ts')),
);

/** Returns what is wrong with a command of a page, or undefined. Unknown commands are wrong too. */
type Check = (words: string[], page: Page) => string | undefined;

/** The scripts that a page's commands may run: those of an example, else those of the package. */
function scriptsOf({ path }: Page): Record<string, string> {
  const own = join(root, dirname(path), 'package.json');
  const { scripts } = existsSync(own) ? JSON.parse(readFileSync(own, 'utf8')) : manifest;
  return scripts ?? manifest.scripts;
}

const CHECKS: Record<string, Check> = {
  npm: ([verb = '', ...rest], page) => {
    if (['ci', 'install', 'pack', 'pkg'].includes(verb ?? '')) return undefined;
    const [script = '', dashes, ...given] = verb === 'run' ? rest : [verb, ...rest];
    if (!(script in scriptsOf(page))) return `there is no script ${script}`;
    if (dashes !== undefined && dashes !== '--') return `${dashes} goes to npm: put -- before it`;
    if (script === 'bench') return given.find((name) => !isPlaceholder(name) && !benches.includes(name));
    if (script === 'eval' && given.length > 1) parseArguments(given);
    if (script === 'train' && given.length > 0) parseTrainArguments(given);
    return undefined;
  },
  npx: ([tool = '', ...words]) => {
    if (tool !== manifest.name) {
      return isInstalled(tool) ? words.find(isMissingFile) : `${tool} is not installed`;
    }
    const given = words.map((word) => word.replace('…,', '')).filter((word) => word !== '…');
    // Running text mentions a command without its arguments.
    if (given.length > 1) parseCommand(given);
    else if (given[0] && !given[0].startsWith('-')) parseCommand([given[0], '--help']);
    return undefined;
  },
  node: (words) => {
    const file = words.find((word) => /\.(ts|mjs)$/.test(word));
    return file && existsSync(join(root, file)) ? undefined : `${file} is not there`;
  },
  python3: ([, module, ...words]) => (module === 'pip' ? words.find(isMissingFile) : `${module} is not pip`),
  python: ([, module = '', ...words]) => {
    const file = join(root, 'training', `${module.replaceAll('.', '/')}.py`);
    if (!existsSync(file)) return `there is no module ${module}`;
    const source = withOwnImports(file);
    return words.find(
      (word) =>
        word.startsWith('--') &&
        word !== '--' &&
        !source.includes(`'${word}'`) &&
        !source.includes(`"${word}"`),
    );
  },
  cp: ([, from = '']) => {
    if (from === 'node_modules/kerbside-models') return undefined;
    const [, packaged = from] = /^node_modules\/kerbside\/(\w+)/.exec(from) ?? [];
    return manifest.files.includes(packaged) ? undefined : `${from} is not in the package`;
  },
  docker: (words) => words.find(isMissingFile),
  git: () => undefined,
  cd: () => undefined,
  curl: () => undefined,
};

/** Returns the source of a Python module and of the modules beside it that it imports: one may define its options. */
function withOwnImports(file: string): string {
  const source = readFileSync(file, 'utf8');
  const imported = [...source.matchAll(/^from \.(\w+) import/gm)].map(([, name]) =>
    join(dirname(file), `${name}.py`),
  );
  return [source, ...imported.filter(existsSync).map((path) => readFileSync(path, 'utf8'))].join('\n');
}

const isPlaceholder = (word: string) => /^<.*>$|^…$/.test(word);
const isMissingFile = (word: string) =>
  /^(src|server|test|training)\//.test(word) && !existsSync(join(root, word));
const isInstalled = (tool: string) => existsSync(join(root, 'node_modules/.bin', tool));

/** Returns the commands in shell blocks, with continued lines joined, and in inline code. */
function commandsOf({ blocks, inline }: Page): string[] {
  const shell = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.replaceAll('\\\n', ' ').split(/\n| && /))
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '');
  return [...shell, ...inline.filter((code) => /^([A-Z_]+=\S* )*(npm|npx|node|python) /.test(code))];
}

function problemOf(command: string, page: Page): string | undefined {
  const withoutEnvironment = command.replace(/^([A-Z_]+=('[^']*'|\$\([^)]*\)|\S*) )+/, '');
  const [program = '', ...rest] = [...withoutEnvironment.matchAll(/'[^']*'|"[^"]*"|\S+/g)].map(([word]) =>
    word.replace(/^['"]|['"]$/g, ''),
  );
  if (program.startsWith('./')) {
    return existsSync(join(root, dirname(page.path), program)) ? undefined : 'it is not there';
  }
  const check = CHECKS[program];
  if (!check) return 'no check for this program';
  try {
    return check(rest, page);
  } catch (error) {
    return String(error);
  }
}

const pages = readPages().filter((page) => commandsOf(page).length > 0);

describe.each(pages.map((page) => [page.path, page] as const))('%s', (_, page) => {
  test.each(commandsOf(page))('%s', (command) => {
    expect(problemOf(command, page)).toBeUndefined();
  });
});
