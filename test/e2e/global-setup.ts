import type { TestProject } from 'vitest/node';
import { buildDemo } from '../../demo/serve.mjs';
import { prepareModules } from './serve.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built demo. */
    demo: string;
  }
}

/** What several files need, made once: those that run at the same time would make it over each other. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const demo = await temporaryFolder();
  await Promise.all([prepareModules(), buildDemo(demo.path)]);
  provide('demo', demo.path);
  return demo.remove;
}
