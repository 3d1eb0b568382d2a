import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nodeFlags } from '../../test/fixtures/node-flags.ts';
import { openDataFolder } from './data-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('a data folder', () => {
  let folder: string;
  let children: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kerbside-folder-'));
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    children = [];
    await rm(folder, { recursive: true });
  });

  const open = () => openDataFolder(folder, { isExclusive: true });
  const inUse = { code: 'conflict', message: expect.stringMatching(/in use by another process/) };
  const listLocks = async () => (await readdir(folder)).filter((name) => name.startsWith('lock'));

  /** Starts a process that locks the folder and keeps it. Returns whether it succeeded. */
  const lockInProcess = async () => {
    const script = fileURLToPath(new URL('../test-support/hold-data-folder.ts', import.meta.url));
    const child = spawn(process.execPath, [...nodeFlags, '--import', 'tsx', script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [output] = await once(child.stdout.setEncoding('utf8'), 'data');
    return { child, outcome: String(output).trim() };
  };

  it('is opened by one process at a time, once, through any path', async () => {
    const opened = await open();
    await expect(open()).rejects.toMatchObject(inUse);
    const other = `${folder}-link`;
    await symlink(folder, other);
    await expect(openDataFolder(other, { isExclusive: true })).rejects.toMatchObject(inUse);
    await rm(other);
    expect((await lockInProcess()).outcome).toBe('in use');
    await opened.release();
    expect(await listLocks()).toEqual([]);
    expect((await lockInProcess()).outcome).toBe('locked');
    await expect(open()).rejects.toMatchObject(inUse);
  });

  it('is free after its process was killed', async () => {
    const { child, outcome } = await lockInProcess();
    expect(outcome).toBe('locked');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await open()).release();
    expect(await listLocks()).toEqual([]);
  });

  const reused = [{ now: 'this one, as in a restarted container', pid: process.pid }];
  if (process.platform === 'linux')
    reused.push({ now: 'another one with another start time', pid: process.ppid });
  it.each(reused)('is not locked by a dead process whose id now belongs to $now', async ({ pid }) => {
    await writeFile(join(folder, `lock-${pid}-1-${crypto.randomUUID()}`), '');
    const opened = await open();
    await expect(open()).rejects.toMatchObject(inUse);
    await opened.release();
  });

  it('is opened by one of several processes that start at the same time after a crash', async () => {
    await writeFile(join(folder, `lock-4194305-1-${crypto.randomUUID()}`), '');
    const starts = await Promise.all([lockInProcess(), lockInProcess(), lockInProcess()]);
    expect(starts.map(({ outcome }) => outcome).toSorted()).toEqual(['in use', 'in use', 'locked']);
    expect(await listLocks()).toHaveLength(1);
  });
});
