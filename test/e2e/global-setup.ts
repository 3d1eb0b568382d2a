import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildDemo } from '../../demo/serve.mjs';
import { lightenModels } from './light-models.ts';
import { prepareModules } from './serve.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built demo, with light models. */
    demo: string;
  }
}

/** What several files need, made once: those that run at the same time would make it over each other. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const demo = await temporaryFolder();
  await Promise.all([
    prepareModules(),
    buildDemo(demo.path).then(() => lightenModels(join(demo.path, 'models'))),
  ]);
  provide('demo', demo.path);
  return demo.remove;
}
