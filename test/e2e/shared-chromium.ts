import type { Browser } from 'playwright';
import { startChromium } from './serve.ts';

let started: Promise<Browser> | undefined;

/**
 * The browser of all files of this process, which ends with it: to start one for each file costs more than most of
 * them do. What a test keeps is in a context of its own, and goes with it.
 */
export async function sharedChromium(): Promise<Browser> {
  if (started && !(await started).isConnected()) started = undefined;
  started ??= startChromium();
  return started;
}

/** All that was opened in the shared browser: files run one after the other. */
export async function closeContexts(): Promise<void> {
  const browser = await started;
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}
