import { OptionDefaults } from 'typedoc';

/** The API reference. A warning fails the build: a type that a public one mentions must be exported and documented. */
export default {
  tsconfig: '../tsconfig.json',
  entryPoints: [
    '../src/index.ts',
    '../src/inference/index.ts',
    '../src/live/index.ts',
    '../src/walk/index.ts',
    '../src/react/index.ts',
    '../src/sync/index.ts',
    '../src/remote/index.ts',
    '../src/estimate/index.ts',
    '../src/report/index.ts',
    '../src/compare/index.ts',
    '../src/guide/index.ts',
    '../src/elements/index.ts',
    '../src/node/index.ts',
    '../src/node/report/reports.ts',
    '../src/service-worker/index.ts',
    '../src/vite/index.ts',
    '../src/vite/files.ts',
    '../server/index.ts',
  ],
  out: './api',
  plugin: ['typedoc-plugin-markdown', 'typedoc-vitepress-theme'],
  docsRoot: '..',
  readme: 'none',
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeProtected: true,
  excludeExternals: true,
  skipErrorChecking: true,
  // Of custom elements.
  blockTags: [...OptionDefaults.blockTags, '@fires', '@cssprop', '@csspart'],
  // Helpers that compute a type, and values that types are made of. The type itself is documented.
  intentionallyNotExported: [
    ...['Checked', 'WithoutUndefined', 'PascalCase', 'Props', 'Suspended'],
    ...['pdfRequest', 'listSchema', 'LANGUAGES', 'TEXT_SIGHTS', 'PART_KINDS', 'SCALE_CUES', 'LICENCE_KINDS', 'REANALYSIS_STATES'],
  ],
  treatWarningsAsErrors: true,
  outputFileStrategy: 'members',
  membersWithOwnFile: ['Class', 'Interface', 'Function', 'TypeAlias', 'Variable'],
  parametersFormat: 'table',
  interfacePropertiesFormat: 'list',
  logLevel: 'Warn',
};
