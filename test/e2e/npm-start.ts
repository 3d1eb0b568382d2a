import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeFlags } from '../fixtures/node-flags.ts';
import type { Served } from './serve.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const STARTUP_TIMEOUT_MS = 240_000;

export interface RunningApp extends Served {
  /** The URL for a phone. Undefined without a network. */
  phoneUrl: string | undefined;
}

/** Runs the script of `npm start` on free ports with an empty data folder, and reads the URLs that it prints. */
export async function npmStart(): Promise<RunningApp> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [program, ...words] = scripts.start.split(' ');
  if (program !== 'node') throw new Error(`npm start does not run a Node script: ${scripts.start}`);
  const data = await temporaryFolder();
  const started = spawn(process.execPath, [...nodeFlags, ...words], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA: data.path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(started, 'exit');
  const close = async () => {
    started.kill('SIGTERM');
    await ended;
    await data.remove();
  };
  try {
    return { ...(await readPrintedUrls(started)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function readPrintedUrls({ stdout, stderr }: ReturnType<typeof spawn>): Promise<Omit<RunningApp, 'close'>> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const fail = (why: string) => reject(new Error(`npm start ${why}. It printed:\n${printed}`));
    const timer = setTimeout(
      () => fail(`printed no URL within ${STARTUP_TIMEOUT_MS} ms`),
      STARTUP_TIMEOUT_MS,
    );
    const read = (text: Buffer) => {
      printed += text;
      if (!printed.includes('this is for development')) return;
      const [, url] = /Kerbside is at (\S+)/.exec(printed) ?? [];
      const [, phoneUrl] = /On a phone in the same network: (\S+)/.exec(printed) ?? [];
      if (!url) return fail('printed no URL');
      clearTimeout(timer);
      resolve({ url, phoneUrl });
    };
    stdout?.on('data', read);
    stderr?.on('data', read);
    stdout?.on('end', () => fail('ended'));
  });
}
