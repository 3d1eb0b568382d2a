import { type Kerbside, openKerbside } from 'kerbside';

/** The service of this page, with the models of the repository behind its tasks. */
export function openService(): Promise<Kerbside> {
  return openKerbside({
    user: { id: 'inspector' },
    database: 'kerbside-demo',
    models: 'models/',
    runtime: RUNTIME_FOLDER,
    workers: {
      wasm: () => new Worker(new URL('../workers/wasm.ts', import.meta.url), { type: 'module' }),
      webgpu: () => new Worker(new URL('../workers/webgpu.ts', import.meta.url), { type: 'module' }),
      tfjs: () => new Worker(new URL('../workers/tfjs.ts', import.meta.url), { type: 'module' }),
    },
  });
}
