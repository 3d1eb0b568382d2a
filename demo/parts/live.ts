import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { coalesced } from '../../src/platform/coalesce.ts';

/** Calls back whenever something may have changed; the answer stops it. */
export type Follow = (changed: () => void) => () => void;

/** What an element shows, read again whenever it changes, for as long as the element is on the page. */
export class Live<Value> implements ReactiveController {
  readonly #follow: Follow;
  readonly refresh: () => void;
  #stop: (() => void) | undefined;
  value: Value | undefined;
  error: unknown;

  constructor(host: ReactiveControllerHost, follow: Follow, load: () => Promise<Value>) {
    this.#follow = follow;
    this.refresh = coalesced(async () => {
      try {
        this.value = await load();
        this.error = undefined;
      } catch (error) {
        this.error = error;
      }
      host.requestUpdate();
    });
    host.addController(this);
  }

  hostConnected(): void {
    this.#stop = this.#follow(this.refresh);
    this.refresh();
  }

  hostDisconnected(): void {
    this.#stop?.();
  }
}
