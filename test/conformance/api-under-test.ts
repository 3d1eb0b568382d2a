import { afterAll } from 'vitest';
import type { InspectionApi, PhotoSource } from '../../src/domain/api/inspection-api.ts';
import { type ErrorCode, isKerbsideError, type KerbsideError } from '../../src/errors.ts';
import type { User } from '../../src/rules/rule.ts';

export type ApiClient = InspectionApi & { close(): void };

/** A service that the suite runs against: the device, the remote client or the reference server. */
export interface ApiUnderTest {
  /**
   * Opens a client for this user. All clients share one set of records, which other tests may use too. The service runs
   * no tasks, so a started task stays TODO.
   */
  open(user: User): Promise<ApiClient>;
  /**
   * True for the service. It hides the headers of callbacks, which are secrets. And it accepts a repeated update of a
   * task's status: the client may not have got the response.
   */
  isService?: boolean;
  /** Creates a photo. The same options give the same photo. */
  photo(options: { seed: number; width: number; height: number }): Promise<PhotoSource>;
}

interface Clients {
  isService: boolean;
  /** Opens a client for a new user, so that records of other tests are not in their lists. */
  newClient(organizationId?: string): Promise<ApiClient & { user: User }>;
  /** Returns a small photo. Default: 64 x 48 pixels. */
  photo(seed?: number, size?: { width: number; height: number }): Promise<PhotoSource>;
}

export function createClients(service: ApiUnderTest): Clients {
  const opened: ApiClient[] = [];
  const photos = new Map<string, Promise<PhotoSource>>();
  afterAll(() => {
    for (const client of opened) client.close();
  });
  return {
    isService: service.isService === true,
    async newClient(organizationId = uniqueId('organization')) {
      const user = { id: uniqueId('user'), organizationId };
      const client = await service.open(user);
      opened.push(client);
      return { ...client, user };
    },
    photo(seed = 1, size = { width: 64, height: 48 }) {
      const key = JSON.stringify([seed, size]);
      const created = photos.get(key) ?? service.photo({ seed, ...size });
      photos.set(key, created);
      return created;
    },
  };
}

export function uniqueId(prefix: string): string {
  return `${prefix}-${crypto.randomUUID()}`;
}

/** Returns the error of a call. Throws if the call succeeds or fails with another class of error. */
export async function rejection(call: Promise<unknown>): Promise<KerbsideError> {
  const outcome = await call.then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!('error' in outcome))
    throw new Error(`The call was not rejected. It returned ${JSON.stringify(outcome.value)}`);
  if (isKerbsideError(outcome.error)) return outcome.error;
  throw new Error('The call failed with an error that is not a KerbsideError', { cause: outcome.error });
}

export async function rejectionCode(call: Promise<unknown>): Promise<ErrorCode> {
  return (await rejection(call)).code;
}

/** Returns the record with this id. Throws if there is none. */
export function getRecord<T>(records: Record<string, T>, id: string | undefined): T {
  const record = id === undefined ? undefined : records[id];
  if (record === undefined) throw new Error(`No record ${id} in ${Object.keys(records)}`);
  return record;
}

/** Returns the only record. Throws if there are more or none. */
export function getOnlyRecord<T>(records: Record<string, T>): T {
  const ids = Object.keys(records);
  if (ids.length !== 1) throw new Error(`Expected 1 record, got ${ids.length}`);
  return getRecord(records, ids[0]);
}

export const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
