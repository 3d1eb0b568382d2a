import type { PhotoSource } from '../domain/api.ts';
import type { Acquisition } from '../domain/image.ts';
import type { PhotoInput } from '../rules/images.ts';
import type { Rule } from '../rules/rule.ts';
import type { Host } from './host.ts';
import { ingestPhoto } from './ingest-photo.ts';

interface NewPhoto {
  source: PhotoSource | undefined;
  acquisition: Acquisition | undefined;
  signal: AbortSignal | undefined;
}

/**
 * Ingests a photo and applies a rule with it. Photos of one inspection are recorded in call order.
 *
 * @param createRule - Creates the rule that records the photo.
 */
export function addPhoto<A>(
  { changes, guard, ingestDeps: intake }: Host,
  inspectionId: string,
  { source, acquisition, signal }: NewPhoto,
  createRule: (photo: PhotoInput) => Rule<A>,
): Promise<A> {
  const ingest = () => ingestPhoto(source, acquisition, intake, signal);
  // A file is read in its turn, to save memory. Bytes in memory are copied now: the caller may change them after the call.
  const ingested = source instanceof Blob ? undefined : ingest();
  ingested?.catch(() => {}); // `prepare` reports the error
  // Local photos do not wait for downloads.
  const key = source === undefined ? `${inspectionId} download` : inspectionId;
  const prepare = () => ingested ?? ingest();
  const finish = (photo: PhotoInput) =>
    guard.reserveSpace(photo.bytes.byteLength, () => changes.apply(inspectionId, createRule(photo), signal));
  return changes.ordered.run(key, { prepare, finish }, signal);
}
