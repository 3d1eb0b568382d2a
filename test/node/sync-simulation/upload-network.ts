import { addUploadedImage } from '../../../src/remote/direct-upload.ts';
import type { HttpResponse, Transport } from '../../../src/remote/transport.ts';
import type { RemotePort } from '../../../src/sync/connection/remote-port.ts';
import type { WireUpload } from '../../../src/wire/upload.ts';
import type { ModelServer } from './model-server.ts';
import { PARTS } from './model-uploads.ts';
import { LATEST_ARRIVAL_MS, type NetworkConditions } from './network.ts';
import type { Killable, World } from './world.ts';

const FAULTS = ['lost on the way there', 'lost on the way back', 'late', 'slow', '503'] as const;
const MAX_SLOW_MS = 20_000;

/** A photo of `PARTS` bytes, which are the start of a JPEG. Not a Blob: its promises settle at times of their own. */
const PHOTO = {
  size: PARTS,
  arrayBuffer: () => Promise.resolve(Uint8Array.of(0xff, 0xd8, 0xff).buffer),
  slice: () => PHOTO,
} as unknown as Blob;

/** One request to the service, over the faulty network. */
type CallService = (name: 'startUpload' | 'addImage', args: unknown[]) => Promise<unknown>;

/** Returns the `addImage` of the real client, on the model service and its bucket. Each step can be the last of its tab. */
export function createUploadingAddImage(
  tab: Killable,
  world: World,
  server: ModelServer,
  conditions: NetworkConditions,
  call: CallService,
): RemotePort['addImage'] {
  const transport = createBucketTransport(tab, world, server, conditions);
  return async (inspectionId, input, photo, options) => {
    const added = await addUploadedImage(
      PHOTO,
      {
        start: async () => (await call('startUpload', [inspectionId, options])) as WireUpload,
        create: async (uploadId) =>
          (await call('addImage', [inspectionId, { ...input, uploadId }, photo, options])) as { id: string },
        transport,
        timeoutMs: 0,
        sha256: async () => 'hash',
      },
      options,
    );
    return added ?? ((await call('addImage', [inspectionId, input, photo, options])) as { id: string });
  };
}

/** Sends parts to the bucket. */
function createBucketTransport(
  tab: Killable,
  world: World,
  server: ModelServer,
  conditions: NetworkConditions,
): Transport {
  return async ({ url }) => {
    await world.step(tab, () => {});
    return new Promise<HttpResponse>((resolve, reject) => {
      const store = () => server.uploads.put(url, world.time);
      const fail = () => world.soon(tab, () => reject(new TypeError('no response')));
      const respond = (status: number) =>
        world.soon(tab, () => resolve({ status, header: () => null, body: new ArrayBuffer(0) }));
      const fault = world.chance(conditions.faultRate) && FAULTS[world.pickUpTo(FAULTS.length - 1)];
      if (conditions.isOffline || fault === 'lost on the way there') return fail();
      if (fault === '503') return respond(503);
      if (fault === 'lost on the way back') {
        return world.soon(undefined, () => {
          store();
          fail();
        });
      }
      if (fault === 'late') {
        fail();
        world.after(world.pickUpTo(LATEST_ARRIVAL_MS), undefined, store);
        return undefined;
      }
      const delay = fault === 'slow' ? world.pickUpTo(MAX_SLOW_MS) : 0;
      world.after(delay, undefined, () => respond(store()));
      return undefined;
    });
  };
}
