import type { PhotoSource } from '../domain/api.ts';
import type { Acquisition } from '../domain/image.ts';
import type { PhotoInput } from '../rules/images.ts';
import type { Rule } from '../rules/rule.ts';
import type { Host } from './host.ts';
import { prepareIngest } from './ingest-photo.ts';

interface NewPhoto {
  source: PhotoSource | undefined;
  acquisition: Acquisition | undefined;
  signal: AbortSignal | undefined;
}

/**
 * Ingests a photo and applies a rule with it. Photos of one inspection are recorded in call order. Downloads are recorded as
 * they arrive: one that stalls holds no other photo.
 *
 * @param createRule - Creates the rule that records the photo.
 */
export function addPhoto<A>(
  { changes, guard, ingestDeps }: Host,
  inspectionId: string,
  { source, acquisition, signal }: NewPhoto,
  createRule: (photo: PhotoInput) => Rule<A>,
): Promise<A> {
  const prepare = prepareIngest(source, acquisition, ingestDeps, signal);
  const finish = (photo: PhotoInput) =>
    guard.reserveSpace(photo.bytes.byteLength, () => changes.apply(inspectionId, createRule(photo), signal));
  if (source === undefined) return prepare().then(finish);
  return changes.ordered.run(inspectionId, { prepare, finish }, signal);
}
