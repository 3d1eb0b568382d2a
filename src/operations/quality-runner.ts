import { isKerbsideError } from '../errors.ts';
import type { InspectionState } from '../rules/state.ts';
import { awaitsVerdict, judgePhoto, type PhotoJudge } from './assess-photo.ts';
import type { Host } from './host.ts';

/**
 * Judges each photo as soon as it was added, here or in another tab, so that a person can retake it while the car is
 * still there. One tab judges one photo; a photo that could not be judged stays without a verdict.
 */
export class QualityRunner {
  readonly #host: Host;
  readonly #judgement: PhotoJudge;
  readonly #lockPrefix: string;
  readonly #stop = new AbortController();

  constructor(host: Host, judgement: PhotoJudge, lockPrefix: string) {
    this.#host = host;
    this.#judgement = judgement;
    this.#lockPrefix = lockPrefix;
  }

  /** Listens for new photos, and catches up on the newest inspections: a tab may have died before its verdict. */
  async start(): Promise<void> {
    const { events, store } = this.#host;
    events.on('image.added', ({ inspectionId, imageId }) => this.#judge(inspectionId, imageId));
    events.on('inspection.imported', async ({ inspectionId }) => {
      const loaded = await store.load(inspectionId).catch(() => undefined);
      if (loaded) this.#judgeAll(loaded.state);
    });
    const newest = await store.list({
      scope: 'all',
      includeDeleted: false,
      limit: 20,
      paginationOrder: 'desc',
    });
    for (const state of newest.records) this.#judgeAll(state);
  }

  close(): void {
    this.#stop.abort();
  }

  #judgeAll({ inspection, images }: InspectionState): void {
    for (const image of images)
      if (awaitsVerdict(image, this.#judgement)) this.#judge(inspection.id, image.id);
  }

  #judge(inspectionId: string, imageId: string): void {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    this.#host.platform.locks
      .hold(
        `${this.#lockPrefix}:quality:${imageId}`,
        () => judgePhoto(this.#host, this.#judgement, { inspectionId, imageId, signal }),
        signal,
      )
      .catch((error: unknown) => {
        // A photo that no worker can judge, or an inspection gone meanwhile, is no reason to disturb the app.
        if (!signal.aborted && !isKerbsideError(error)) throw error;
      });
  }
}
