import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Node exits silently if only promises are pending. The timers of sync do not keep it alive. */

const run = promisify(execFile);

const SCRIPT = `
  import { openKerbside, MemoryStore } from './src/index.ts';
  const kerbside = await openKerbside({ user: { id: 'ann' }, store: new MemoryStore() });
  const { result: id } = await kerbside.inspections.createOne({ tasks: { damage_detection: {} } });
  setTimeout(() => kerbside.tasks.updateOne(id, 'damage_detection', { status: 'DONE' }), 300).unref();
  await kerbside.tasks.whenDone(id, 'damage_detection');
  console.log('it was done');
  kerbside.close();
`;

test('whenDone keeps the Node process alive until the task is done', async () => {
  const { stdout } = await run(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    SCRIPT,
  ]);
  expect(stdout.trim()).toBe('it was done');
});
