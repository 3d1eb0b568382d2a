/** The browser objects whose events start sending. */
export interface TriggerTargets {
  /** `window` or a worker's scope: emits `online`. */
  scope?: EventTarget | undefined;
  document?: (EventTarget & { visibilityState: string }) | undefined;
}

export function getBrowserTargets(): TriggerTargets {
  const { document } = globalThis as { document?: Document };
  const scope = typeof globalThis.addEventListener === 'function' ? globalThis : undefined;
  return { scope: scope as EventTarget | undefined, document };
}

interface TriggerListeners {
  /** The browser reports a network, or the tab became visible. */
  onRetry(): void;
  /** The tab was hidden. It is the last event that a tab is sure to get before it is closed. */
  onHidden(): void;
}

/** Listens to the triggers. Returns a function that removes the listeners. */
export function listenToTriggers(
  { onRetry, onHidden }: TriggerListeners,
  { scope, document }: TriggerTargets,
): () => void {
  const onVisibilityChange = () => (document?.visibilityState === 'visible' ? onRetry() : onHidden());
  scope?.addEventListener('online', onRetry);
  document?.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    scope?.removeEventListener('online', onRetry);
    document?.removeEventListener('visibilitychange', onVisibilityChange);
  };
}

/** Not in every browser, so not in TypeScript's DOM types: https://wicg.github.io/background-sync/spec/ */
interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Asks the browser to wake the app's service worker when there is a network, even if no tab is open then. */
export async function requestBackgroundSync(tag: string): Promise<void> {
  const workers = globalThis.navigator?.serviceWorker;
  if (!workers) return;
  try {
    const registration = (await workers.getRegistration()) as { sync?: SyncManager } | undefined;
    await registration?.sync?.register(tag);
  } catch {
    // Not permitted or not supported: tabs still send as soon as one is open.
  }
}
