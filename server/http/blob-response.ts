import type { Identity } from '../auth/permissions.ts';
import { LINK_HOLDER } from '../auth/permissions.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { GET_SECONDS } from '../store/direct-blobs.ts';

interface RequestedBlob {
  blobId: string;
  type: string;
  /** Headers of a response with the bytes. */
  headers: Record<string, string>;
}

/**
 * Returns a blob of a bucket without holding it in memory: signed links are redirected to the bucket, requests with a token get
 * the bytes as they arrive. Those are not redirected: our client refuses redirects, because its requests carry the token.
 *
 * @returns Undefined if the blobs are not in a bucket, or the bucket does not have this one.
 */
export async function respondFromBucket(
  { direct }: BlobStore,
  identity: Identity,
  { blobId, type, headers }: RequestedBlob,
): Promise<Response | undefined> {
  if (!direct) return undefined;
  if (identity === LINK_HOLDER) {
    const maxAge = GET_SECONDS / 4; // the URL works at least twice as long
    return new Response(null, {
      status: 302,
      headers: {
        Location: await direct.signGet(blobId, type),
        'Cache-Control': `private, max-age=${maxAge}`,
      },
    });
  }
  const body = await direct.open(blobId);
  return body && new Response(body, { headers: { 'Content-Type': type, ...headers } });
}
