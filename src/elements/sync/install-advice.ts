import type { SyncStatus } from '../../domain/api/sync-status.ts';
import { getPauseReason } from './sync-status.ts';

/** The facts about the page that decide on the notice. */
export interface InstallFacts {
  /** Whether the page runs as an installed app. */
  isInstalled: boolean;
  /** Whether the browser deletes the data of pages that nobody visits: Safari, after 7 days. */
  deletesUnvisited: boolean;
  /** Whether the user has closed the notice. It is shown once. */
  isDismissed: boolean;
}

/** The event `beforeinstallprompt`, which Chromium fires. */
export interface InstallPrompt {
  prompt(): Promise<unknown>;
}

const KEY = 'kerbside:install-notice';

/** Reads the facts of this page. Every browser on iOS is Safari inside. */
export function readInstallFacts(): InstallFacts {
  const { vendor, standalone } = navigator as Navigator & { standalone?: boolean };
  return {
    isInstalled: standalone === true || isInAppWindow(),
    deletesUnvisited: vendor.startsWith('Apple'),
    isDismissed: readKey() !== null,
  };
}

/** Stores that the user has closed the notice. */
export function dismissInstallAdvice(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {} // blocked storage: the notice returns with the next page
}

/**
 * Returns how the user can protect unsent data from being deleted, if the notice is due: something waits that cannot be sent
 * now, and the page is not installed.
 *
 * @returns `prompt` if the browser offers to install the page, `manual` if the user has to do it in Safari.
 */
export function getInstallAdvice(
  status: SyncStatus | undefined,
  isOnline: boolean,
  { isInstalled, deletesUnvisited, isDismissed }: InstallFacts,
  prompt: InstallPrompt | undefined,
): 'prompt' | 'manual' | undefined {
  if (!status || isInstalled || isDismissed) return undefined;
  const isStuck = getPauseReason(status, isOnline) || status.waitingReason || status.blocked.length > 0;
  if (!isStuck) return undefined;
  return prompt ? 'prompt' : deletesUnvisited ? 'manual' : undefined;
}

/** jsdom has no matchMedia. */
function isInAppWindow(): boolean {
  return typeof matchMedia !== 'undefined' && matchMedia('(display-mode: standalone)').matches;
}

function readKey(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
