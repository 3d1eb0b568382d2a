import { isKerbsideError } from '../errors.ts';
import type { InspectionState } from '../rules/state.ts';
import { assessPhoto, needsAssessment, type PhotoAssessor } from './assess-photo.ts';
import type { Host } from './host.ts';

const MAX_SCANNED_INSPECTIONS = 20;

/**
 * Assesses the quality and coverage of each photo as soon as it is added, in this tab or another, so that the user can
 * retake it while the car is still there. A lock makes one tab assess each photo. A photo that cannot be assessed keeps
 * no result.
 */
export class QualityRunner {
  readonly #host: Host;
  readonly #assessor: PhotoAssessor;
  readonly #lockPrefix: string;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(host: Host, assessor: PhotoAssessor, lockPrefix: string) {
    this.#host = host;
    this.#assessor = assessor;
    this.#lockPrefix = lockPrefix;
  }

  /** Listens for new photos and scans the newest inspections: a tab may have died before it stored a result. */
  async start(): Promise<void> {
    const { events, store } = this.#host;
    events.on('image.added', ({ inspectionId, imageId }) => this.#assess(inspectionId, imageId));
    events.on('inspection.imported', async ({ inspectionId }) => {
      const loaded = await store.load(inspectionId).catch(() => undefined);
      if (loaded) this.#assessAll(loaded.state);
    });
    const newest = await store.list({
      scope: 'all',
      includeDeleted: false,
      limit: MAX_SCANNED_INSPECTIONS,
      paginationOrder: 'desc',
    });
    for (const state of newest.records) this.#assessAll(state);
  }

  /** Interrupts all assessments. Resolves when none runs in this tab and their locks are released. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#running);
  }

  #assessAll({ inspection, images }: InspectionState): void {
    for (const image of images)
      if (needsAssessment(image, this.#assessor)) this.#assess(inspection.id, image.id);
  }

  #assess(inspectionId: string, imageId: string): void {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    const running = this.#host.platform.locks
      .withLock(
        `${this.#lockPrefix}:quality:${imageId}`,
        () => assessPhoto(this.#host, this.#assessor, { inspectionId, imageId, signal }),
        signal,
      )
      .catch((error: unknown) => {
        // The app does not need to handle a photo that no worker can assess, or an inspection that was deleted.
        if (!signal.aborted && !isKerbsideError(error)) throw error;
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }
}
