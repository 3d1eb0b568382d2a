import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../database/database.ts';

/** Links that open one photo or one report to whoever holds them, for a while: an `<img>` sends no token. */
export interface LinkSigner {
  /** The path with its signature. It stays the same for as long as it can, so that browsers may keep what it led to. */
  sign(path: string, forMs: number): string;
  verify(path: string, query: URLSearchParams): boolean;
}

export function createLinkSigner(key: string, now: () => number): LinkSigner {
  const signatureOf = (path: string, expires: number) =>
    createHmac('sha256', key).update(`${path}\n${expires}`).digest('base64url');
  return {
    sign(path, forMs) {
      const expires = (Math.floor(now() / forMs) + 2) * forMs; // between once and twice the time asked for
      return `${path}?expires=${expires}&signature=${signatureOf(path, expires)}`;
    },
    verify(path, query) {
      const expires = Number(query.get('expires') ?? Number.NaN);
      if (!(expires > now())) return false;
      const [given, right] = [query.get('signature') ?? '', signatureOf(path, expires)].map((text) =>
        Buffer.from(text),
      );
      return (
        given !== undefined &&
        right !== undefined &&
        given.length === right.length &&
        timingSafeEqual(given, right)
      );
    },
  };
}

/** All instances of a database sign with one key, made by the first of them. */
export async function loadLinkKey(database: Database): Promise<string> {
  await database.query(`insert into settings (name, value) values ('link_key', $1) on conflict do nothing`, [
    randomBytes(32).toString('base64url'),
  ]);
  const [row] = await database.query<{ value: string }>(`select value from settings where name = 'link_key'`);
  return row?.value ?? '';
}
