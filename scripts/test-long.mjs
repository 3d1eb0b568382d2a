// npm run test:long: the tests with the tag "long". npm test has another test of each kind.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Listed here, because Vitest would load every file to find the tags in it. */
const files = ['src', 'server', 'bench', 'scripts', 'test'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(folder, path))
    .filter((path) => /@module-tag long|tags: 'long'/.test(readFileSync(join(root, path), 'utf8'))),
);

const projects = ['node', 'browser', 'e2e'].flatMap((project) => ['--project', project]);
process.argv.splice(2, Infinity, ...projects, '--tagsFilter=long', ...files);
await import('./test.mjs');
