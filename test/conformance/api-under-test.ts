import { afterAll } from 'vitest';
import type { InspectionApi, PhotoSource } from '../../src/domain/api.ts';
import { type ErrorCode, isKerbsideError, type KerbsideError } from '../../src/errors.ts';
import type { User } from '../../src/rules/rule-context.ts';

export type ApiClient = InspectionApi & { close(): void };

/** A service that the suite runs against: the device, the remote client or the reference server. */
export interface ApiUnderTest {
  /**
   * A client for this user. All clients share one set of records, which others may use too. The service runs
   * no task by itself, so a task that was started stays TODO.
   */
  open(user: User): Promise<ApiClient>;
  photo(options: { seed: number; width: number; height: number }): Promise<PhotoSource>;
}

export interface Clients {
  /** Somebody nobody has seen before, so that records of other tests do not show in their lists. */
  someone(organizationId?: string): Promise<ApiClient & { user: User }>;
  /** A small photo, 64 x 48 pixels unless told. */
  photo(seed?: number, size?: { width: number; height: number }): Promise<PhotoSource>;
}

export function clientsOf(service: ApiUnderTest): Clients {
  const opened: ApiClient[] = [];
  const photos = new Map<string, Promise<PhotoSource>>();
  afterAll(() => {
    for (const client of opened) client.close();
  });
  return {
    async someone(organizationId = freshId('organization')) {
      const user = { id: freshId('user'), organizationId };
      const client = await service.open(user);
      opened.push(client);
      return { ...client, user };
    },
    photo(seed = 1, size = { width: 64, height: 48 }) {
      const key = JSON.stringify([seed, size]);
      const drawn = photos.get(key) ?? service.photo({ seed, ...size });
      photos.set(key, drawn);
      return drawn;
    },
  };
}

export function freshId(what: string): string {
  return `${what}-${crypto.randomUUID()}`;
}

/** The error that a call is refused with; a call that succeeds, or fails in any other way, fails the test. */
export async function refusal(call: Promise<unknown>): Promise<KerbsideError> {
  const outcome = await call.then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!('error' in outcome))
    throw new Error(`It was not refused but answered ${JSON.stringify(outcome.value)}`);
  if (isKerbsideError(outcome.error)) return outcome.error;
  throw new Error('It failed with an error that is not of this library', { cause: outcome.error });
}

export async function refusalCode(call: Promise<unknown>): Promise<ErrorCode> {
  return (await refusal(call)).code;
}

/** The record of this id, which must be there. */
export function recordOf<T>(records: Record<string, T>, id: string | undefined): T {
  const record = id === undefined ? undefined : records[id];
  if (record === undefined) throw new Error(`There is no record ${id} among ${Object.keys(records)}`);
  return record;
}

/** The one record there is. */
export function onlyOf<T>(records: Record<string, T>): T {
  const ids = Object.keys(records);
  if (ids.length !== 1) throw new Error(`There are ${ids.length} records, not one`);
  return recordOf(records, ids[0]);
}

export const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
