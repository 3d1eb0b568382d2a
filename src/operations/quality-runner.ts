import { isKerbsideError } from '../errors.ts';
import type { Analyzer } from '../service/analyzer.ts';
import { awaitsQuality, recordQuality } from '../service/quality.ts';
import { type Host, loadInspection } from './host.ts';
import { verifiedPhoto } from './images.ts';

/**
 * Judges each photo as soon as it was added, here or in another tab, so that a person can retake it while the car is
 * still there. One tab judges one photo; a photo that could not be judged stays without a verdict.
 */
export class QualityRunner {
  readonly #host: Host;
  readonly #assess: NonNullable<Analyzer['assess']>;
  readonly #lockPrefix: string;
  readonly #stop = new AbortController();

  constructor(host: Host, assess: NonNullable<Analyzer['assess']>, lockPrefix: string) {
    this.#host = host;
    this.#assess = assess;
    this.#lockPrefix = lockPrefix;
  }

  start(): void {
    this.#host.events.on('image.added', ({ inspectionId, imageId }) => this.#judge(inspectionId, imageId));
  }

  close(): void {
    this.#stop.abort();
  }

  #judge(inspectionId: string, imageId: string): void {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    this.#host.platform.locks
      .hold(`${this.#lockPrefix}:quality:${imageId}`, () => this.#judgeHeld(inspectionId, imageId), signal)
      .catch((error: unknown) => {
        // A photo that no worker can judge, or an inspection gone meanwhile, is no reason to disturb the app.
        if (!signal.aborted && !isKerbsideError(error)) throw error;
      });
  }

  async #judgeHeld(inspectionId: string, imageId: string): Promise<void> {
    const { images } = await loadInspection(this.#host, inspectionId);
    const image = images.find(({ id, deletedAt }) => id === imageId && deletedAt === undefined);
    if (!image || !awaitsQuality(image)) return;
    const { bytes } = await verifiedPhoto(this.#host, imageId);
    const result = await this.#assess(bytes, this.#stop.signal);
    await this.#host.changes.apply(inspectionId, recordQuality(imageId, result));
  }
}
