import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { parseArguments } from '../arguments.ts';
import { evaluateSeverity } from './evaluate-severity.ts';

afterEach(() => vi.restoreAllMocks());

it('evaluates as many photos as --limit says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-severity-'));
  try {
    const boxes = [{ label: 'dent', x: 10, y: 10, w: 20, h: 20, severity: 'minor' }];
    const photos = Array.from({ length: 50 }, (_, n) => ({
      file: `${n}.jpg`,
      width: 640,
      height: 480,
      boxes,
    }));
    await writeFile(join(folder, 'index.json'), JSON.stringify(photos));
    const print = vi.spyOn(console, 'log').mockImplementation(() => {});
    await evaluateSeverity(parseArguments(['severity', '--data', folder, '--limit', '25', '--json']));
    const { results } = JSON.parse(String(print.mock.calls[0]?.[0]));
    expect(results).toContainEqual(expect.objectContaining({ name: 'all', damages: 25 }));
  } finally {
    await rm(folder, { recursive: true });
  }
});
