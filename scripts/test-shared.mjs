// npm run test:shared: the tests that use files of ../shared: real photos, the service's value lists, YOLOX's weights.
// npm test runs without them, as in a clean clone.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const shared = join(root, '..', 'shared');
/** File names, or parts of them. */
const TESTS = [
  'inference-agreement-real-photos.test.ts',
  'parts-of-damages-real-photos.test.ts',
  'enums.test.ts',
  'model-files.test.ts',
];

if (!existsSync(join(shared, 'data'))) {
  console.error(`These tests need the photos in ${join(shared, 'data')}, which is not there.`);
  process.exit(1);
}
process.env.KERBSIDE_SHARED = '1';
process.argv.splice(2, Infinity, '--project', 'node', '--project', 'e2e', ...TESTS);
await import('./test.mjs');
