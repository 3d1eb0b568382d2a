// npm run build. src/ without tests → dist/, as ES modules with types and source maps; workers/ → dist/workers/;
// bundles → dist/browser/; server/ → dist/server/; the fleet page → dist/fleet/.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer } from './build-server.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root, runTool } from './run.mjs';

if (!ensureDependencies()) process.exit(1);
rmSync(join(root, 'dist'), { recursive: true, force: true });
if (!runTool('tsc', ['-p', 'tsconfig.build.json'], { from: 'typescript' })) process.exit(1);
if (!buildServer()) process.exit(1);
// Imported here, not above: the first needs the dependencies, the second was just built.
const { buildWorkers } = await import('./build-workers.mjs');
/** @type {string} not a literal, so that the type checker does not resolve it: dist/ may not exist */
const built = '../dist/inference/engines/runtimes.js';
await buildWorkers((await import(built)).RUNTIMES);
const { buildBundle } = await import('./build-bundle.mjs');
await buildBundle();
const { buildFleet } = await import('./build-fleet.mjs');
await buildFleet();
