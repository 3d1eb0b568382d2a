import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** Signs links to one photo or report that work without a token for a limited time: an `<img>` sends no token. */
export interface LinkSigner {
  /**
   * Returns the path with its signature, valid for 1 to 2 times `durationMs`. The same path gets the same link for as long
   * as possible, so that browsers can cache the response.
   */
  sign(path: string, durationMs: number): string;
  /** Returns true if the signature is valid and has not expired. */
  verify(path: string, query: URLSearchParams): boolean;
}

export function createLinkSigner(key: string, now: () => number): LinkSigner {
  const createSignature = (path: string, expires: number) =>
    createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url');
  return {
    sign(path, durationMs) {
      const expires = (Math.floor(now() / durationMs) + 2) * durationMs;
      return `${path}?expires=${expires}&signature=${createSignature(path, expires)}`;
    },
    verify(path, query) {
      const expires = Number(query.get('expires') ?? Number.NaN);
      if (!(expires > now())) return false;
      const [given, expected] = [query.get('signature') ?? '', createSignature(path, expires)].map((text) =>
        Buffer.from(text),
      );
      return (
        given !== undefined &&
        expected !== undefined &&
        given.length === expected.length &&
        timingSafeEqual(given, expected)
      );
    },
  };
}

/** Returns the key for signed links. The first instance creates it, and all instances of a database share it. */
export async function loadLinkKey(database: Database): Promise<string> {
  await database.query(`insert into settings (name, value) values ('link_key', $1) on conflict do nothing`, [
    randomBytes(32).toString('base64url'),
  ]);
  const [row] = await database.query<{ value: string }>(`select value from settings where name = 'link_key'`);
  return row?.value ?? '';
}
