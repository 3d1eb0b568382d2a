import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { BrowserConfigOptions } from 'vitest/node';
import { browserFlags, findBrowser } from './scripts/find-browser.mjs';
import { otherBrowsers } from './scripts/other-browsers.mjs';
import { bundledWorkers } from './test/browser/support/bundled-workers.ts';
import { docSnippets } from './test/browser/support/doc-snippets.ts';
import { launchedBrowser } from './test/browser/support/launched-browser.ts';
import { nodeFlags } from './test/fixtures/node-flags.ts';

const browser = await findBrowser();
/** Need ../shared, which most machines do not have: `npm run test:shared` runs them. */
const realPhotoTests = process.env.KERBSIDE_SHARED ? [] : ['**/*-real-photos.test.ts'];
const litDirectives = ['class-map', 'repeat'].map((name) => `lit/directives/${name}.js`);
const react = ['react', 'react/jsx-runtime', 'react/jsx-dev-runtime', 'react-dom/client'];

export default defineConfig({
  resolve: { tsconfigPaths: true },
  // Cross-origin isolation: without it a page has no SharedArrayBuffer, and WASM no threads.
  server: {
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
  test: {
    maxWorkers: availableParallelism(),
    execArgv: nodeFlags,
    // Nothing here is timed: what waits, waits as long as a busy machine takes.
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['test/fixtures/seed.ts'],
    tags: [
      { name: 'long', description: 'npm test has another test of this kind. npm run test:long runs these.' },
    ],
    provide: { seed: Number(process.env.SEED ?? 1) },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // The files of a process share its modules: to load them takes longer than most files do.
          isolate: false,
          include: ['{src,server,bench,scripts,training}/**/*.test.ts', 'test/node/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', ...realPhotoTests],
          testTimeout: 120_000,
        },
      },
      inBrowser('browser', {
        headless: true,
        instances: [{ browser: 'chromium' }],
        provider: playwright({
          launchOptions: { args: browserFlags, ...(browser && { executablePath: browser }) },
        }),
      }),
      ...otherProjects(),
      {
        // Node tests that start their own Chromium and servers.
        extends: true,
        test: {
          name: 'e2e',
          // The files of a process share its modules and its browser.
          isolate: false,
          include: ['test/e2e/**/*.test.ts'],
          exclude: realPhotoTests,
          globalSetup: 'test/e2e/global-setup.ts',
          env: browser ? { CHROME_PATH: browser } : {},
          testTimeout: 300_000,
        },
      },
    ],
  },
});

/** Tests that run in a page. */
function inBrowser(name: string, options: BrowserConfigOptions): TestProjectInlineConfiguration {
  return {
    extends: true,
    plugins: [bundledWorkers(), docSnippets()],
    // Named here and not discovered: a discovery reloads the page in the middle of a test.
    optimizeDeps: {
      include: [
        'onnxruntime-web/wasm',
        ...['core', 'backend-wasm', 'backend-webgl'].map((part) => `@tensorflow/tfjs-${part}`),
        '@cantoo/pdf-lib',
        'fast-check',
        'lit',
        ...litDirectives,
        ...react,
        'vue',
        'wasm-feature-detect',
      ],
    },
    test: {
      name,
      // The files share a page and its modules, too; what a test replaces there, it gets back.
      isolate: false,
      restoreMocks: true,
      unstubGlobals: true,
      include: ['src/**/*.browser.test.ts', 'test/browser/**/*.test.ts'],
      testTimeout: 120_000,
      browser: {
        enabled: true,
        // One origin, one Cache Storage: a file that empties it must not meet one that counts on it.
        fileParallelism: false,
        screenshotFailures: false,
        connectTimeout: 300_000,
        ...options,
      },
    },
  };
}

/** Firefox or WebKit, if `npm run test:browsers` asks for it. */
function otherProjects() {
  return otherBrowsers().flatMap(({ name, path, open }) => {
    if (!path || process.env.TEST_BROWSER !== name) return [];
    const provider = launchedBrowser((url, profile) => open(path, url, profile));
    return [inBrowser(name, { ui: false, instances: [{ browser: name }], provider })];
  });
}
