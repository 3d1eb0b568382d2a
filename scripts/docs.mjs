// npm run docs: the types → docs/api/, and the models' manifest → the table in docs/models.md.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedDocs } from './docs/generated-docs.mjs';
import { root } from './run.mjs';

const pages = generatedDocs(root);
for (const name of readdirSync(join(root, 'docs/api'))) {
  if (!(`docs/api/${name}` in pages)) rmSync(join(root, 'docs/api', name));
}
for (const [path, text] of Object.entries(pages)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
console.log(`${Object.keys(pages).length} pages written`);
