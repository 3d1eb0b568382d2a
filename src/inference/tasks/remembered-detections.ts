import type { Detection } from '../../analysis/detection/detections.ts';
import { lowestThreshold } from '../../analysis/detection/detections.ts';
import type { DetectorEntry } from '../../analysis/model-manifest.ts';
import type { Session } from '../engine.ts';

/** Enough for the photos of an inspection. The detections of a photo take a few kilobytes. */
const MAX_PHOTOS = 64;

/**
 * Remembers what a detector found on the latest photos, for detectors that several tasks run: coverage, damages, the
 * reanalysis and wheels all need the parts on a photo.
 *
 * A photo never changes under its id.
 */
export class RememberedDetections {
  readonly #bySession = new WeakMap<Session, Map<string, Detection[]>>();

  /** Returns the detections on a photo, of an earlier task or of `detect`. */
  async getOrDetect(
    { entry, session }: { entry: DetectorEntry; session: Session },
    photoId: string,
    detect: () => Promise<Detection[]>,
  ): Promise<Detection[]> {
    const photos = this.#bySession.get(session) ?? new Map<string, Detection[]>();
    this.#bySession.set(session, photos);
    const key = `${entry.name} ${photoId}`;
    const detections = photos.get(key) ?? (await detect());
    photos.delete(key); // the latest is the last
    photos.set(key, detections);
    for (const oldest of photos.keys()) {
      if (photos.size <= MAX_PHOTOS) break;
      photos.delete(oldest);
    }
    return detections;
  }
}

/** Returns whether all tasks request the same detections of this model: it detects no damage, and has its own thresholds. */
export function isSharedRequest(entry: DetectorEntry, threshold: number): boolean {
  return threshold === lowestThreshold(entry) && entry.types.every(({ role }) => role !== 'damage');
}
