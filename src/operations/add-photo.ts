import type { PhotoInput } from '../rules/images.ts';
import type { Rule } from '../rules/rule.ts';
import type { Host } from './host.ts';
import { type NewPhoto, prepareIngest } from './ingest-photo.ts';

/**
 * Ingests a photo and applies a rule with it. Photos of one inspection are recorded in call order. Downloads are recorded as
 * they arrive: one that stalls holds no other photo.
 *
 * @param createRule - Creates the rule that records the photo.
 */
export function addPhoto<A>(
  { changes, guard, ingestDeps }: Host,
  inspectionId: string,
  newPhoto: NewPhoto,
  createRule: (photo: PhotoInput) => Rule<A>,
): Promise<A> {
  const { source, signal } = newPhoto;
  const prepare = prepareIngest(newPhoto, ingestDeps);
  const finish = (photo: PhotoInput) =>
    guard.reserveSpace(photo.bytes.byteLength, () => changes.apply(inspectionId, createRule(photo), signal));
  if (source === undefined) return prepare().then(finish);
  return changes.ordered.run(inspectionId, { prepare, finish }, signal);
}
