/** The parts of the browser that tell when sending may work again. */
export interface TriggerTargets {
  /** `window`, or a worker's scope: tells `online`. */
  scope?: EventTarget | undefined;
  document?: (EventTarget & { visibilityState: string }) | undefined;
}

export function browserTargets(): TriggerTargets {
  const { document } = globalThis as { document?: Document };
  const scope = typeof globalThis.addEventListener === 'function' ? globalThis : undefined;
  return { scope: scope as EventTarget | undefined, document };
}

export interface Triggers {
  /** The network is said to be back, or a person looks again. */
  now(): void;
  /** Nobody looks any more. It is the last that a tab is sure to hear before it is closed. */
  hidden(): void;
}

/** Tells until the answer is called. */
export function onTriggers({ now, hidden }: Triggers, { scope, document }: TriggerTargets): () => void {
  const looked = () => (document?.visibilityState === 'visible' ? now() : hidden());
  scope?.addEventListener('online', now);
  document?.addEventListener('visibilitychange', looked);
  return () => {
    scope?.removeEventListener('online', now);
    document?.removeEventListener('visibilitychange', looked);
  };
}

/** Not in every browser, so not among the compiler's types: https://wicg.github.io/background-sync/spec/ */
interface SyncManager {
  register(tag: string): Promise<void>;
}

/** Asks the browser to wake the app's service worker when there is a network, even if no tab is open by then. */
export async function askForBackgroundSync(tag: string): Promise<void> {
  const workers = globalThis.navigator?.serviceWorker;
  if (!workers) return;
  try {
    const registration = (await workers.getRegistration()) as { sync?: SyncManager } | undefined;
    await registration?.sync?.register(tag);
  } catch {
    // Not allowed, or not in this browser: tabs still send as soon as one is open.
  }
}
