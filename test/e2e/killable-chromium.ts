import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from 'playwright';
import { browserFlags, findBrowser } from '../../scripts/find-browser.mjs';

export interface KillableChromium {
  page: Page;
  /** Sends SIGKILL to the browser and its child processes: no shutdown handler runs, nothing is flushed. */
  kill(): Promise<void>;
}

/** Starts Chromium in its own process group, so that `kill` ends all its processes. */
export async function startKillableChromium(profile: string): Promise<KillableChromium> {
  const portFile = join(profile, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const program = await findBrowser();
  if (!program) throw new Error('No Chrome or Chromium found: set CHROME_PATH');
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(program, [...browserFlags, ...flags, 'about:blank'], {
    detached: true,
    stdio: 'ignore',
  });
  const kill = () => killGroup(child);
  try {
    const browser = await chromium.connectOverCDP(
      `http://127.0.0.1:${await readDebuggingPort(portFile, child)}`,
    );
    const context = browser.contexts()[0];
    if (!context) throw new Error('Chromium has no context');
    return { page: context.pages()[0] ?? (await context.newPage()), kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

async function readDebuggingPort(portFile: string, child: ChildProcess): Promise<string> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`Chromium ended with ${child.exitCode} before it was ready`);
    const [port] = existsSync(portFile) ? readFileSync(portFile, 'utf8').split('\n') : [];
    if (port) return port;
    await sleep(50);
  }
  throw new Error('Chromium opened no debugging port within 30 s');
}

async function killGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await exited;
}
