/**
 * The environment that the library needs. `openKerbside({ platform })` replaces any part of it: in tests, and in
 * environments other than a browser.
 */
export interface Platform {
  /** Returns milliseconds since 1970. Used for timestamps, never for order or durations: clocks are set back and forth. */
  now(): number;
  /**
   * Returns milliseconds since an arbitrary moment. Used for durations: a clock that is set does not change it. It can
   * stop while the device sleeps.
   */
  monotonic(): number;
  /** Returns cryptographically secure random bytes. Used for record ids. */
  randomBytes(length: number): Uint8Array;
  /**
   * Returns the SHA-256 of the bytes in lower-case hex.
   *
   * @throws `unsupported` if the page has no `crypto.subtle` (it is not served over https).
   */
  sha256(bytes: ArrayBuffer): Promise<string>;
  /** Fetches models and runtimes, and photos that have an `acquisition.url`. */
  fetch(url: string, init: { signal?: AbortSignal }): Promise<Response>;
  /** Excludes other tabs while this one sends, runs a task or changes an inspection. */
  locks: Locks;
  /** Opens a channel to the other tabs of this origin. */
  openChannel(name: string): Channel;
  /** Reports quota and usage. */
  storage: DeviceStorage;
  /** Keeps short texts outside the database. */
  notes: Notes;
  /** Calls the handler whenever the browser reports that the network is back. Returns a function that unsubscribes. */
  onOnline(handler: () => void): () => void;
}

/**
 * Short texts that outlive the database: `localStorage` in browsers. They detect that the browser deleted the database.
 * They can be lost at any time.
 */
export interface Notes {
  /** Returns the text, or undefined if there is none. */
  read(name: string): string | undefined;
  /** Stores the text. `undefined` removes it. */
  write(name: string, text: string | undefined): void;
}

/** Named locks across tabs: Web Locks in browsers. */
export interface Locks {
  /**
   * Waits for the lock and runs `work` while it has it. The lock is released when the work ends or the tab is closed.
   *
   * @param signal - Aborts the wait for the lock, not the work.
   * @returns The work's result.
   * @throws `aborted` if the signal aborts the wait, and what the work throws.
   */
  withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Messages to the other tabs of this origin, never to the sender: `BroadcastChannel` in browsers. */
export interface Channel {
  /** Sends a message. It must be structured-cloneable. */
  post(message: unknown): void;
  /** Calls the handler for each message of another tab. */
  onMessage(handler: (message: unknown) => void): void;
  /** Closes the channel. */
  close(): void;
}

/** The browser's storage manager: `navigator.storage`. */
export interface DeviceStorage {
  /** Returns usage and quota of this origin, or undefined if the browser does not report them. */
  estimate(): Promise<{ usedBytes: number; quotaBytes: number } | undefined>;
  /**
   * Requests persistent storage: the browser then does not delete the data when the disk is nearly full.
   *
   * @returns True if the browser granted it.
   */
  persist(): Promise<boolean>;
  /** Returns true if the storage is persistent. */
  isPersisted(): Promise<boolean>;
}
