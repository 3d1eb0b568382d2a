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

  const take = () => openDataFolder(folder, { isExclusive: true });
  const inUse = { code: 'conflict', message: expect.stringMatching(/in use by another process/) };
  const locks = async () => (await readdir(folder)).filter((name) => name.startsWith('lock'));

  /** A process that takes the folder and keeps it; answers whether it got it. */
  const taking = async () => {
    const script = fileURLToPath(new URL('../test-support/hold-data-folder.ts', import.meta.url));
    const child = spawn(process.execPath, [...nodeFlags, '--import', 'tsx', script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
    return { child, said: String(said).trim() };
  };

  it('is one process’s at a time, and once in it, by whatever path', async () => {
    const taken = await take();
    await expect(take()).rejects.toMatchObject(inUse);
    const other = `${folder}-link`;
    await symlink(folder, other);
    await expect(openDataFolder(other, { isExclusive: true })).rejects.toMatchObject(inUse);
    await rm(other);
    expect((await taking()).said).toBe('refused');
    await taken.release();
    expect(await locks()).toEqual([]);
    expect((await taking()).said).toBe('taken');
    await expect(take()).rejects.toMatchObject(inUse);
  });

  it('is free again when its process was killed', async () => {
    const { child, said } = await taking();
    expect(said).toBe('taken');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await take()).release();
    expect(await locks()).toEqual([]);
  });

  const reused = [{ now: 'this one, as in a container that was started again', pid: process.pid }];
  if (process.platform === 'linux')
    reused.push({ now: 'another that began at another time', pid: process.ppid });
  it.each(reused)('is not kept by a dead process whose id is now that of $now', async ({ pid }) => {
    await writeFile(join(folder, `lock-${pid}-1-${crypto.randomUUID()}`), '');
    const taken = await take();
    await expect(take()).rejects.toMatchObject(inUse);
    await taken.release();
  });

  it('goes to one of several that start at once where a dead one had it', async () => {
    await writeFile(join(folder, `lock-4194305-1-${crypto.randomUUID()}`), '');
    const starts = await Promise.all([taking(), taking(), taking()]);
    expect(starts.map(({ said }) => said).toSorted()).toEqual(['refused', 'refused', 'taken']);
    expect(await locks()).toHaveLength(1);
  });
});
