import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { PROVEN_PAGES, readProofs, withProofs } from '../../scripts/docs/proofs.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Makes the server build of pages outside docs/ use the `vue` of the site, not one that it finds above them. */
const vueFromHere = {
  name: 'vue-from-here',
  enforce: 'pre',
  resolveId: (id: string, _importer: string | undefined, { ssr }: { ssr?: boolean }) =>
    ssr && /^vue(\/server-renderer)?$/.test(id) ? { id, external: true } : undefined,
} as const;

/** Adds the tests to the tables of coverage and faults. */
const proofColumns = {
  name: 'proof-columns',
  enforce: 'pre',
  transform: (code: string, id: string) => {
    const page = PROVEN_PAGES.find(({ path }) => id === `${root}${path}`);
    return page && withProofs(code, page.prefixes, readProofs(root));
  },
} as const;

/** The site serves the repository's own pages at their own paths, so that links work on both. */
export default defineConfig({
  title: 'Kerbside',
  description: 'Vehicle inspection that runs on the phone',
  lang: 'en',
  srcDir: root,
  srcExclude: [
    '**/node_modules/**',
    ...['.ci', 'coverage', 'dist', 'runs', 'scripts', 'server', 'src', 'test'].map(
      (folder) => `${folder}/**`,
    ),
  ],
  outDir: `${root}dist/docs`,
  cacheDir: `${root}node_modules/.cache/vitepress`,
  rewrites: { 'README.md': 'index.md', ':folder(.*)/README.md': ':folder/index.md' },
  cleanUrls: true,
  metaChunk: true,
  vite: { plugins: [vueFromHere, proofColumns] },
  markdown: { config: (md) => md.core.ruler.push('source-links', unlinkSources) },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Getting started', link: '/docs/getting-started' },
      { text: 'API', link: '/docs/api/' },
      { text: 'Models', link: '/docs/models' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar: { '/docs/api/': apiSidebar(), '/': guides() },
  },
});

function guides(): DefaultTheme.SidebarItem[] {
  const page = (text: string, link: string) => ({ text, link });
  return [
    {
      text: 'Start',
      items: [
        page('What Kerbside is', '/'),
        page('Getting started', '/docs/getting-started'),
        page('Without Vite', '/docs/bundlers'),
        page('Packages', '/docs/packages'),
        page('Live queries, Vue', '/docs/live'),
        page('React and Next', '/docs/react'),
        page('Elements', '/docs/elements'),
        page('The reference app', '/docs/app'),
        page('Command line and Node', '/docs/command-line'),
      ],
    },
    {
      text: 'Inspect',
      items: [
        page('Guided capture', '/docs/capture'),
        page('Live guidance', '/docs/guide'),
        page('A walk around the vehicle', '/docs/walk'),
        page('Parts and wheels', '/docs/parts-and-wheels'),
        page('Text: VIN, plate, odometer', '/docs/text'),
        page('Correcting damages', '/docs/damages'),
        page('Severity and estimates', '/docs/estimate'),
        page('Two inspections compared', '/docs/compare'),
        page('Reports', '/docs/report'),
        page('Events', '/docs/events'),
      ],
    },
    {
      text: 'Run models',
      items: [
        page('Engines', '/docs/engines'),
        page('Models and training', '/docs/models'),
        page('Headers and CSP', '/docs/headers'),
      ],
    },
    {
      text: 'Sync',
      items: [
        page('Outbox and guarantees', '/docs/sync'),
        page('Results and routing', '/docs/routing'),
        page('Verdict', '/docs/verdict'),
        page('Head office', '/docs/head-office'),
        page('Remote client', '/docs/remote'),
        page('Reference service', '/docs/server'),
        page('Reading over HTTP', '/docs/head-office#reading-over-http'),
        page('Operating the service', '/docs/operations'),
        page('The vendor’s clients', '/docs/vendor-clients'),
      ],
    },
    {
      text: 'Reference',
      items: [
        page('API', '/docs/api/'),
        page('Errors, logs, bug reports', '/docs/errors'),
        page('Glossary', '/docs/glossary'),
        page('Specification coverage', '/docs/spec-coverage'),
        page('Faults in the field', '/docs/faults'),
        page('Security and privacy', '/docs/security'),
        page('Decisions', '/docs/decisions'),
        page('Testing an app', '/docs/testing'),
        page('Benchmarks', '/bench/'),
        page('Training', '/training/'),
        page('Training: damage', '/training/damage'),
        page('Training: parts and wheels', '/training/parts-and-wheels'),
        page('Training: text', '/training/text'),
        page('Architecture', '/docs/architecture'),
        page('Contributing', '/CONTRIBUTING'),
        page('Changelog', '/CHANGELOG'),
      ],
    },
  ];
}

/** TypeDoc writes it; the first build has none. */
function apiSidebar(): DefaultTheme.SidebarItem[] {
  const file = fileURLToPath(new URL('../api/typedoc-sidebar.json', import.meta.url));
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

interface Token {
  type: string;
  attrGet(name: string): string | null;
  children: Token[] | null;
}

/** Shows links to source files as plain text: the site has pages only. Links to missing files stay, and fail the build. */
function unlinkSources({ tokens, env }: { tokens: Token[]; env: { path: string } }): void {
  for (const { children } of tokens) {
    if (!children) continue;
    let isSource = false;
    for (const token of [...children]) {
      if (token.type === 'link_open') isSource = isSourceFile(token.attrGet('href') ?? '', env.path);
      if (isSource && token.type.startsWith('link_')) children.splice(children.indexOf(token), 1);
      if (token.type === 'link_close') isSource = false;
    }
  }
}

function isSourceFile(href: string, page: string): boolean {
  if (/^[a-z]+:|^#/.test(href)) return false;
  const path = resolve(dirname(page), href.replace(/#.*/, ''));
  const fromRoot = relative(root, path);
  const isPage = path.endsWith('.md') && !/^(src|server|scripts|test)\//.test(fromRoot);
  return !isPage && !fromRoot.startsWith('docs/api') && existsSync(path);
}
