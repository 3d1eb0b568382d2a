// npm run build: src/ without its tests → dist/, as ES modules with types and source maps; workers/ → dist/workers/;
// the library in one file → dist/browser/; server/ → dist/server/.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer } from './build-server.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root, runTool } from './run.mjs';

if (!ensureDependencies()) process.exit(1);
rmSync(join(root, 'dist'), { recursive: true, force: true });
if (!runTool('tsc', ['-p', 'tsconfig.build.json'], { from: 'typescript' })) process.exit(1);
if (!buildServer()) process.exit(1);
// Imported now and not above: the one needs the dependencies, the other was just built.
const { buildWorkers } = await import('./build-workers.mjs');
/** @type {string} a name that the type checker does not follow: dist/ is not there when it runs */
const built = '../dist/inference/engines/runtimes.js';
await buildWorkers((await import(built)).RUNTIMES);
const { buildBundle } = await import('./build-bundle.mjs');
await buildBundle();
