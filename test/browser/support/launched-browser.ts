import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineBrowserProvider } from '@vitest/browser';
import type { BrowserProvider } from 'vitest/node';

/** Disables prompts, the welcome page and updates in a new Firefox profile. */
const PREFERENCES = [
  'browser.aboutwelcome.enabled',
  'browser.shell.checkDefaultBrowser',
  'datareporting.policy.dataSubmissionEnabled',
  'app.update.enabled',
];

/**
 * Runs the browser tests in any browser by opening their URL, without a driver. Tests that need a pointer or keys are
 * skipped (`server.provider`).
 */
export function launchedBrowser(command: (url: string, profile: string) => string[]) {
  return defineBrowserProvider({ name: 'launched', providerFactory: () => new LaunchedBrowser(command) });
}

class LaunchedBrowser implements BrowserProvider {
  readonly name = 'launched';
  readonly supportsParallelism = false;
  readonly #command: (url: string, profile: string) => string[];
  #process: ChildProcess | undefined;
  #profile = '';

  constructor(command: (url: string, profile: string) => string[]) {
    this.#command = command;
  }

  getCommandsContext() {
    return {};
  }

  async openPage(_session: string, url: string): Promise<void> {
    this.#profile = await mkdtemp(join(tmpdir(), 'kerbside-profile-'));
    const lines = PREFERENCES.map((name) => `user_pref("${name}", false);\n`);
    await writeFile(join(this.#profile, 'user.js'), lines.join(''));
    const [program = '', ...args] = this.#command(url, this.#profile);
    this.#process = spawn(program, args, { stdio: 'ignore', detached: true });
  }

  /** Kills the whole process group: xvfb-run does not forward signals. */
  async close(): Promise<void> {
    if (this.#process?.pid && this.#process.exitCode === null) process.kill(-this.#process.pid);
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10 });
  }
}
