import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';
import { readPage, readPages, root } from '../../node/support/pages.ts';

/**
 * Serves the fenced blocks of the documentation as modules, with the sources in place of the package:
 * `import('virtual:docs/react.md/1.tsx')` is the first block of docs/react.md whose language is `tsx`.
 */
export function docSnippets(): Plugin {
  const folder = '\0docs/'; // no path: nothing looks for a file
  return {
    name: 'doc-snippets',
    enforce: 'pre',
    resolveId: (id) =>
      id.startsWith('virtual:docs/') ? folder + id.slice('virtual:docs/'.length) : undefined,
    async load(id) {
      if (!id.startsWith(folder)) return undefined;
      const [, page = '', nth = '', language] = /^(.+)\/(\d+)\.(\w+)$/.exec(id.slice(folder.length)) ?? [];
      const blocks = readPage(`docs/${page}`).blocks.filter((block) => block.language === language);
      const block = blocks[Number(nth) - 1];
      if (!block) throw new Error(`docs/${page} has no block ${nth} in ${language}.`);
      const code = withSources(block.code).replace(/from '\.\/([\w-]+)'/g, (_, name: string) => {
        return `from '${findSnippet(name)}'`;
      });
      return transformWithOxc(code, join(root, `snippet.${language}`));
    },
  };
}

/** Returns the module of the block that starts with its file name. */
function findSnippet(name: string): string {
  for (const { path, blocks } of readPages()) {
    const at = blocks
      .filter(({ language }) => language === 'ts')
      .findIndex(({ code }) => code.startsWith(`// ${name}.ts\n`));
    if (at >= 0) return `virtual:${path}/${at + 1}.ts`;
  }
  throw new Error(`No page has ${name}.ts.`);
}

const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));

function withSources(code: string): string {
  const paths: Record<string, [string]> = compilerOptions.paths;
  return code.replace(/from '(kerbside[\w/]*)'/g, (_, entry: string) => {
    return `from '${join(root, paths[entry]?.[0] ?? entry)}'`;
  });
}
