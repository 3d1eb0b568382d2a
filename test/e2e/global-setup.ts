import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildDemo } from '../../demo/serve.ts';
import { delayWasmOptimization } from '../../src/node/cli/tune-v8.ts';
import { bundlePages } from './bundle-pages.ts';
import { lightenModels } from './light-models.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built demo, with light models. */
    demo: string;
    /** The folder of the bundled pages. */
    pages: string;
  }
}

/** Builds the demo and the bundled pages once for all files, which run in parallel. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  delayWasmOptimization();
  const [demo, pages] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  await Promise.all([
    bundlePages(pages.path),
    buildDemo(demo.path).then(() => lightenModels(join(demo.path, 'kerbside/models'))),
  ]);
  provide('demo', demo.path);
  provide('pages', pages.path);
  return async () => {
    await Promise.all([demo.remove(), pages.remove()]);
  };
}
