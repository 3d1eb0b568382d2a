import type { Browser } from 'playwright';
import { startChromium } from './serve.ts';

let started: Promise<Browser> | undefined;

/**
 * Returns the browser that all files of this process share. Starting a browser takes longer than most files.
 * Each test uses its own context.
 */
export async function sharedChromium(): Promise<Browser> {
  if (started && !(await started).isConnected()) started = undefined;
  started ??= startChromium();
  return started;
}

/** Closes all contexts of the shared browser. The files of a process run sequentially. */
export async function closeContexts(): Promise<void> {
  const browser = await started;
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}
