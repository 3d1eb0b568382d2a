#!/usr/bin/env node
// The command `kerbside`. A checkout runs its sources, the package its build.
import { existsSync } from 'node:fs';

const source = new URL('../src/node/cli.ts', import.meta.url);
if (existsSync(source)) {
  const { register } = await import('tsx/esm/api');
  register();
  await import(source.href);
} else {
  await import(new URL('./dist/src/node/cli.js', import.meta.url).href);
}
