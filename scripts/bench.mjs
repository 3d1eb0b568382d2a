// npm run bench -- <name…>: runs bench/<name>/run.ts for each name, or every bench when none is named.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './ensure-browser.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root, run } from './run.mjs';

const benches = join(root, 'bench');
const available = existsSync(benches)
  ? readdirSync(benches).filter((name) => existsSync(join(benches, name, 'run.ts')))
  : [];
const names = process.argv.slice(2);
const unknown = names.filter((name) => !available.includes(name));

if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there is ${available.join(', ') || 'none yet'}.`);
  process.exit(1);
}

if (!ensureDependencies() || !(await ensureBrowser())) process.exit(1);

for (const name of names.length > 0 ? names : available) {
  console.log(`\n── ${name}`);
  if (!run(process.execPath, ['--import', 'tsx', join('bench', name, 'run.ts')])) process.exitCode = 1;
}
