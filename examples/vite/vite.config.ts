import { kerbside } from 'kerbside/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  plugins: [
    // One engine and one task: 14 MB of runtime and 4 MB of models. Without options, everything is served.
    kerbside({
      engines: ['wasm'],
      tasks: ['damage_detection'],
      precisions: ['int8'],
      serviceWorker: 'sw.ts',
    }),
  ],
});
