import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  resolve: { alias: { kerbside: path('../src/index.ts') } },
  cacheDir: path('../node_modules/.vite/demo'),
  server: {
    fs: { allow: [path('..')] },
    // Cross-origin isolation: without it a page has no SharedArrayBuffer, and WASM no threads.
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
});
