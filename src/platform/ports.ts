/** What the library needs of the machine it runs on. Tests and Node hand in their own. */
export interface Platform {
  /** Milliseconds since 1970. Used for stamps, never for order. */
  now(): number;
  randomBytes(length: number): Uint8Array;
  /** Lower-case hex. */
  sha256(bytes: ArrayBuffer): Promise<string>;
  fetch(url: string, init: { signal?: AbortSignal }): Promise<Response>;
  locks: Locks;
  openChannel(name: string): Channel;
  storage: DeviceStorage;
  notes: Notes;
  /** Calls the handler whenever the network is said to be back; the answer unsubscribes. */
  onOnline(handler: () => void): () => void;
}

/** Short texts kept apart from the database, to outlive it. They may be lost without notice. */
export interface Notes {
  read(name: string): string | undefined;
  /** Undefined takes it away. */
  write(name: string, text: string | undefined): void;
}

export interface Locks {
  /** Runs `work` while no other tab holds the name; waits for its turn. A tab that dies lets go. */
  hold<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Reaches the other tabs of this origin, never the sender itself. */
export interface Channel {
  post(message: unknown): void;
  onMessage(handler: (message: unknown) => void): void;
  close(): void;
}

export interface DeviceStorage {
  /** Undefined where the browser does not tell. */
  estimate(): Promise<{ usedBytes: number; quotaBytes: number } | undefined>;
  /** Asks the browser not to throw the data away under pressure. */
  persist(): Promise<boolean>;
  isPersisted(): Promise<boolean>;
}
