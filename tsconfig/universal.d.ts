/**
 * The globals that pages, workers and Node share, as far as pure code uses them. The compiler knows no other global in
 * the pure zone (pure.json): code there cannot reach the DOM, the network, a clock or a file.
 */

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}
declare const AbortSignal: { prototype: AbortSignal; new (): AbortSignal };

interface Blob {
  readonly size: number;
  readonly type: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

declare class URL {
  constructor(url: string, base?: string | URL);
  readonly protocol: string;
  readonly href: string;
}

declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | Record<string, string> | string[][]);
  append(name: string, value: string): void;
  get(name: string): string | null;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}
