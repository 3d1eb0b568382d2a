import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { eventually } from '../../../test/fixtures/eventually.ts';
import { nodeFlags } from '../../../test/fixtures/node-flags.ts';

const REAPER = pathToFileURL(join(import.meta.dirname, 'reaper.ts')).href;

it('ends processes, also frozen ones, and removes folders of a bench that was killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kerbside-reaper-'));
  const sleeper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  const leftovers = { processes: [{ pid: sleeper.pid, signal: 'SIGKILL' }], folders: [folder] };
  const bench = spawn(
    process.execPath,
    [
      ...nodeFlags,
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      `const { startReaper } = await import(${JSON.stringify(REAPER)});
       startReaper().update(${JSON.stringify(leftovers)});
       console.log('started');
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(bench.stdout, 'data');
  sleeper.kill('SIGSTOP');
  const ended = once(sleeper, 'exit');
  bench.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  await eventually(async () => expect(existsSync(folder)).toBe(false));
});
