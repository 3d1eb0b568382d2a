// npm run build. dist/ is what kerbside ships: src/ without tests, as ES modules with types and source maps; workers/ in
// dist/workers/; bundles in dist/browser/. server/dist/ is what kerbside-server ships, with the fleet page in server/dist/fleet/.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer } from './build-server.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { pruneLibrary } from './prune-library.mjs';
import { root, runTool } from './run.mjs';

if (!ensureDependencies()) process.exit(1);
rmSync(join(root, 'dist'), { recursive: true, force: true });
if (!runTool('tsc', ['-p', 'tsconfig.build.json'], { from: 'typescript' })) process.exit(1);
// Imported here, not above: the first needs the dependencies, the second was just built.
const { buildWorkers } = await import('./build-workers.mjs');
/** @type {string} not a literal, so that the type checker does not resolve it: dist/ may not exist */
const built = '../dist/inference/engines/runtime-files.js';
await buildWorkers((await import(built)).RUNTIMES);
const { buildBundle } = await import('./build-bundle.mjs');
await buildBundle();
pruneLibrary();
if (!buildServer()) process.exit(1);
const { buildFleet } = await import('./build-fleet.mjs');
await buildFleet();
