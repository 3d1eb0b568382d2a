import { KerbsideError } from '../../../src/errors.ts';
import { requireOwnToken } from '../../../src/sync/connection/access-token.ts';
import type { RemotePort } from '../../../src/sync/connection/remote-port.ts';
import type { ModelServer } from './model-server.ts';
import { createUploadingAddImage } from './upload-network.ts';
import type { Killable, World } from './world.ts';

export interface NetworkConditions {
  /** Probability that a request fails. */
  faultRate: number;
  isOffline: boolean;
  /** What `getToken` returns: this user's token, one that the service rejects, or another user's. */
  token: 'good' | 'expired' | 'foreign';
  /** Whether photos go straight to the bucket of the service. */
  hasBucket: boolean;
  /** Operations that the service rejects. */
  rejected: Set<string>;
}

/** How long an aborted request may still be in flight. The grace period is longer. */
export const LATEST_ARRIVAL_MS = 4_000;
export const GRACE_MS = 5_000;
const TIMEOUT_MS = 30_000;

const FAULTS = [
  'lost on the way there',
  'lost on the way back',
  'arrives late, response lost',
  'slow',
  'no response',
  '500 before',
  '500 after',
  '503 with Retry-After',
  '429',
  'captive portal',
  'cut short after',
] as const;
const SENT_TWICE = ['sent twice by the browser', 'sent twice by the browser, response lost'] as const;
type CallName = keyof RemotePort | 'startUpload';
type Fault = (typeof FAULTS | typeof SENT_TWICE)[number];

/** The browser sends requests twice only where the record has a marker, because only there duplicates can be found. */
function listFaults(name: CallName): readonly Fault[] {
  if (name === 'createDamage' || name === 'createView' || name === 'createSeverity') return FAULTS;
  const times = name === 'createInspection' || name === 'addImage' ? 4 : 1;
  return [...FAULTS, ...Array.from({ length: times }, () => SENT_TWICE).flat()];
}

/** Creates the calls of one tab to the service, over a faulty network. */
export function createNetwork(
  tab: Killable,
  userId: string,
  world: World,
  server: ModelServer,
  conditions: NetworkConditions,
): RemotePort {
  const getToken = requireOwnToken(
    () => createToken(conditions.token === 'foreign' ? 'mallory' : userId),
    userId,
  );
  const service = server.as(userId);
  const names = Object.keys(service) as CallName[];
  const call = async (name: CallName, args: unknown[]): Promise<unknown> => {
    const { idempotencyKey: operationId = '', signal } = (args.at(-1) ?? {}) as {
      idempotencyKey?: string;
      signal?: AbortSignal;
    };
    await world.step(tab, () => {});
    await getToken({ expired: false });
    signal?.throwIfAborted(); // like fetch: a request that is aborted before it leaves never leaves
    const execute = () => (service[name] as (...all: unknown[]) => unknown)(...args);
    return new Promise((resolve, reject) => {
      const deliver = (work: () => void) => world.soon(tab, work);
      const fail = (
        code: 'remote_unavailable' | 'remote_invalid' | 'timeout' | 'unauthorized' | 'rate_limited',
        details: object,
      ) => deliver(() => reject(new KerbsideError(code, code, { details: { ...details } })));
      const failWithoutResponse = () => fail('remote_unavailable', {});
      /** Runs the request at the service. Rejections of the service are responses, too. */
      const runAtService = (then: (respond: () => void) => void) => {
        try {
          const value = execute();
          then(() => deliver(() => resolve(value)));
        } catch (error) {
          then(() => deliver(() => reject(error)));
        }
      };
      const runTwice = (then: (respond: () => void) => void) => {
        runAtService(() => {});
        server.isResent = true;
        runAtService(then);
        server.isResent = false;
      };
      const arrive = (after: number, then: () => void) => {
        if (after === 0) world.soon(undefined, then);
        else world.after(after, undefined, then);
      };
      if (conditions.isOffline) return failWithoutResponse();
      if (conditions.token === 'expired') return arrive(0, () => fail('unauthorized', { status: 401 }));
      if (conditions.rejected.has(operationId)) {
        return arrive(0, () =>
          deliver(() => reject(new KerbsideError('remote_refused', 'no', { details: { status: 422 } }))),
        );
      }
      const faults = listFaults(name);
      const fault = world.chance(conditions.faultRate)
        ? faults[world.pickUpTo(faults.length - 1)]
        : undefined;
      const wait = { status: fault === '429' ? 429 : 503, retryAfterMs: 1_000 + world.pickUpTo(120_000) };
      switch (fault) {
        case undefined:
          return arrive(0, () => runAtService((respond) => respond()));
        case 'lost on the way there':
          return failWithoutResponse();
        case 'lost on the way back':
          return arrive(0, () => runAtService(() => failWithoutResponse()));
        case 'arrives late, response lost':
          failWithoutResponse();
          return arrive(world.pickUpTo(LATEST_ARRIVAL_MS), () => runAtService(() => {}));
        case 'slow': {
          const respondsAfter = world.pickUpTo(TIMEOUT_MS - 1_000);
          return arrive(world.pickUpTo(1_000), () =>
            runAtService((respond) => world.after(respondsAfter, undefined, respond)),
          );
        }
        case 'no response':
          world.after(TIMEOUT_MS, tab, () => fail('timeout', {}));
          return arrive(world.pickUpTo(LATEST_ARRIVAL_MS), () => {
            if (world.chance(0.5)) runAtService(() => {});
          });
        case '500 before':
          return arrive(0, () => fail('remote_unavailable', { status: 500 }));
        case '500 after':
          return arrive(0, () => runAtService(() => fail('remote_unavailable', { status: 500 })));
        case '503 with Retry-After':
        case '429':
          return arrive(0, () => fail(fault === '429' ? 'rate_limited' : 'remote_unavailable', wait));
        case 'captive portal':
          return arrive(0, () => fail('remote_invalid', { status: 200 }));
        case 'cut short after':
          return arrive(0, () => runAtService(() => fail('remote_invalid', { status: 200 })));
        case 'sent twice by the browser':
          return arrive(0, () => runTwice((respond) => respond()));
        case 'sent twice by the browser, response lost':
          return arrive(0, () => runTwice(() => failWithoutResponse()));
      }
    });
  };
  const port = Object.fromEntries(
    names.map((name) => [name, (...args: unknown[]) => call(name, args)]),
  ) as unknown as RemotePort;
  if (!conditions.hasBucket) return port;
  return { ...port, addImage: createUploadingAddImage(tab, world, server, conditions, call) };
}

const tokens = new Map<string, string>();

function createToken(subject: string): string {
  const known = tokens.get(subject) ?? `e30.${btoa(JSON.stringify({ sub: subject }))}.x`;
  tokens.set(subject, known);
  return known;
}
