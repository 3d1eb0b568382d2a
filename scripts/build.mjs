// npm run build: src/ without its tests → dist/, as ES modules with types and source maps.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';
import { root, runTool } from './run.mjs';

if (!ensureDependencies()) process.exit(1);
rmSync(join(root, 'dist'), { recursive: true, force: true });
if (!runTool('tsc', ['-p', 'tsconfig.build.json'], { from: 'typescript' })) process.exit(1);
