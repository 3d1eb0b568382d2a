import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiPages } from './api-pages.mjs';
import { entryPoints } from './entry-points.mjs';
import { withModelTable } from './model-table.mjs';
import { readExports } from './read-exports.mjs';

/**
 * The pages that are made, by their paths, as they should be now.
 * @param {string} root
 * @returns {Record<string, string>}
 */
export function generatedDocs(root) {
  /** @param {string} path */
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const api = apiPages(readExports(root, entryPoints(JSON.parse(read('package.json')))), root);
  const { models } = JSON.parse(read('models/manifest.json'));
  return {
    'docs/models.md': withModelTable(read('docs/models.md'), models),
    ...Object.fromEntries(Object.entries(api).map(([name, text]) => [`docs/api/${name}`, text])),
  };
}
