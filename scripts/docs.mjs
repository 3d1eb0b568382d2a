// npm run docs: the types → docs/api/.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPages } from './docs/api-pages.mjs';
import { entryPoints } from './docs/entry-points.mjs';
import { readExports } from './docs/read-exports.mjs';
import { root } from './run.mjs';

const folder = join(root, 'docs', 'api');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const pages = apiPages(readExports(root, entryPoints(manifest)), root);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);
console.log(`${Object.keys(pages).length} pages in docs/api/`);
