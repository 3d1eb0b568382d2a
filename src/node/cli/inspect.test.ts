import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from './run.ts';

test('a report can be written into the folder that --annotated creates', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-inspect-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const lines: string[] = [];
  const streams = { out: { write() {} }, err: { write: (line: string) => lines.push(line) } };
  const out = join(folder, 'out');
  const options = ['--tasks', 'repair_estimate', '--annotated', out, '--report', join(out, 'report.pdf')];
  await runCommandLine(['inspect', join(folder, 'missing.jpg'), ...options], streams);
  expect(lines.join('')).toContain('missing.jpg: the file does not exist');
});
