import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { inWorkers } from './in-workers.ts';

it('rejects if a worker exits during a job', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-workers-'));
  try {
    const script = join(folder, 'worker.mjs');
    await writeFile(
      script,
      `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => process.exit(7));
      parentPort.postMessage({ ready: true });`,
    );
    const work = inWorkers(pathToFileURL(script), {}, [{ path: 'a.jpg' }], {
      threads: 1,
      onProgress: () => {},
    });
    await expect(work).rejects.toThrow('status 7');
  } finally {
    await rm(folder, { recursive: true });
  }
});
