import { isKerbsideError } from '../errors.ts';
import type { Analyzer } from '../service/analyzer.ts';
import { awaitsQuality, recordQuality } from '../service/quality.ts';
import type { InspectionState } from '../service/state.ts';
import type { ComplianceResult } from '../spec/image.ts';
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
    for (const image of images) if (awaitsQuality(image)) this.#judge(inspection.id, image.id);
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
    const result = await this.#assess(bytes, this.#stop.signal).catch(unjudged);
    await this.#host.changes.apply(inspectionId, recordQuality(imageId, result));
  }
}

/** A photo that can't be decoded here (HEIC in most browsers) gets that as its verdict; all else is tried again later. */
function unjudged(error: unknown): ComplianceResult {
  if (!isKerbsideError(error, 'photo_invalid')) throw error;
  return { status: 'ERROR', is_compliant: null, reasons: [`OTHER--${error.message}`] };
}
