import { KerbsideError } from '../../errors.ts';

/**
 * Ends what waits for a GPU when the GPU is lost: its process died, its driver was reset, or the browser took it away.
 *
 * A lost GPU does not complete its work, and runtimes wait for it: tfjs polls forever. Nothing that started before the
 * loss can succeed, and nothing that starts later.
 */
export class GpuLoss {
  readonly #pending = new Set<(error: KerbsideError) => void>();
  #error: KerbsideError | undefined;

  /** Rejects all pending and later work with `engine_failed`. */
  report(reason: string): void {
    if (this.#error) return;
    this.#error = new KerbsideError('engine_failed', `The GPU was lost: ${reason}`, { retryable: true });
    for (const reject of this.#pending) reject(this.#error);
    this.#pending.clear();
  }

  /**
   * Returns the outcome of some work, unless the GPU is lost before.
   *
   * @throws KerbsideError `engine_failed` if the GPU is lost. The work may stay pending.
   */
  race<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {}); // it may still reject after the race
    if (this.#error) return Promise.reject(this.#error);
    return new Promise<T>((resolve, reject) => {
      this.#pending.add(reject);
      work.then(resolve, reject).finally(() => this.#pending.delete(reject));
    });
  }
}
