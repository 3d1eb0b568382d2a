import type { PhotoSource } from '../domain/api.ts';
import type { Acquisition } from '../domain/image.ts';
import type { Rule } from '../rules/decision.ts';
import type { PhotoFacts } from '../rules/images.ts';
import type { Host } from './host.ts';
import { takePhoto } from './photo-intake.ts';

export interface GivenPhoto {
  source: PhotoSource | undefined;
  acquisition: Acquisition | undefined;
  signal: AbortSignal | undefined;
}

/** Takes a photo in, and records it by a rule after the photos that its inspection was given before. */
export function addPhoto<A>(
  { changes, guard, intake }: Host,
  inspectionId: string,
  { source, acquisition, signal }: GivenPhoto,
  ruleFor: (taken: PhotoFacts) => Rule<A>,
): Promise<A> {
  const take = () => takePhoto(source, acquisition, intake, signal);
  // A file is read when its turn comes. Bytes in memory are copied now: the caller may change them after the call.
  const taking = source instanceof Blob ? undefined : take();
  taking?.catch(() => {}); // who called is told below
  // A photo at hand does not wait for one that has to come over the network.
  const line = source === undefined ? `${inspectionId} by address` : inspectionId;
  const prepare = () => taking ?? take();
  const finish = (taken: PhotoFacts) =>
    guard.withRoomFor(taken.bytes.byteLength, () => changes.apply(inspectionId, ruleFor(taken), signal));
  return changes.inOrder.run(line, { prepare, finish }, signal);
}
