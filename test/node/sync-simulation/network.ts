import { KerbsideError } from '../../../src/errors.ts';
import type { RemotePort } from '../../../src/sync/sending/remote-port.ts';
import { ownToken } from '../../../src/sync/sending/token-subject.ts';
import type { ModelServer } from './model-server.ts';
import type { Mortal, World } from './world.ts';

export interface Weather {
  /** How likely each request meets some fault. */
  faultRate: number;
  isOffline: boolean;
  /** What `getToken` gives: this user's token, one that the service refuses, or somebody else's. */
  token: 'good' | 'expired' | 'foreign';
  /** Operations that the service refuses as things are. */
  poisoned: Set<string>;
}

/** How long a request that its sender gave up on may still be on its way; sync waits longer. */
export const LATEST_ARRIVAL_MS = 4_000;
export const GRACE_MS = 5_000;
const TIMEOUT_MS = 30_000;

const FAULTS = [
  'lost on the way there',
  'lost on the way back',
  'arrives late, answer lost',
  'slow',
  'never answered',
  '500 before',
  '500 after',
  '503 with Retry-After',
  '429',
  'captive portal',
  'cut short after',
] as const;
const SENT_TWICE = ['sent twice by the browser', 'sent twice by the browser, answer lost'] as const;
type Fault = (typeof FAULTS | typeof SENT_TWICE)[number];

/** Twins are made, and must be found, only where something of ours is in the record: there it happens often. */
function faultsOf(name: keyof RemotePort): readonly Fault[] {
  if (name === 'createDamage' || name === 'createView' || name === 'createSeverity') return FAULTS;
  const times = name === 'createInspection' || name === 'addImage' ? 4 : 1;
  return [...FAULTS, ...Array.from({ length: times }, () => SENT_TWICE).flat()];
}

/** The service as one tab reaches it, through a network in bad weather. */
export function networkOf(
  tab: Mortal,
  userId: string,
  world: World,
  server: ModelServer,
  weather: Weather,
): RemotePort {
  const getToken = ownToken(() => tokenOf(weather.token === 'foreign' ? 'mallory' : userId), userId);
  const service = server.as(userId);
  const names = Object.keys(service) as (keyof RemotePort)[];
  const call = async (name: keyof RemotePort, args: unknown[]): Promise<unknown> => {
    const { idempotencyKey: operationId = '', signal } = (args.at(-1) ?? {}) as {
      idempotencyKey?: string;
      signal?: AbortSignal;
    };
    await world.step(tab, () => {});
    await getToken({ expired: false });
    signal?.throwIfAborted(); // as fetch does: what was given up before it left never leaves
    const execute = () => (service[name] as (...all: unknown[]) => unknown)(...args);
    return new Promise((resolve, reject) => {
      const hear = (work: () => void) => world.soon(tab, work);
      const refuse = (
        code: 'remote_unavailable' | 'remote_invalid' | 'timeout' | 'unauthorized' | 'rate_limited',
        details: object,
      ) => hear(() => reject(new KerbsideError(code, code, { details: { ...details } })));
      const noAnswer = () => refuse('remote_unavailable', {});
      /** The service's own answer, refusals included. */
      const answered = (then: (answer: () => void) => void) => {
        try {
          const value = execute();
          then(() => hear(() => resolve(value)));
        } catch (error) {
          then(() => hear(() => reject(error)));
        }
      };
      const answeredTwice = (then: (answer: () => void) => void) => {
        answered(() => {});
        server.isResent = true;
        answered(then);
        server.isResent = false;
      };
      const arrive = (after: number, then: () => void) => {
        if (after === 0) world.soon(undefined, then);
        else world.after(after, undefined, then);
      };
      if (weather.isOffline) return noAnswer();
      if (weather.token === 'expired') return arrive(0, () => refuse('unauthorized', { status: 401 }));
      if (weather.poisoned.has(operationId)) {
        return arrive(0, () =>
          hear(() => reject(new KerbsideError('remote_refused', 'no', { details: { status: 422 } }))),
        );
      }
      const faults = faultsOf(name);
      const fault = world.chance(weather.faultRate) ? faults[world.upTo(faults.length - 1)] : undefined;
      const wait = { status: fault === '429' ? 429 : 503, retryAfterMs: 1_000 + world.upTo(120_000) };
      switch (fault) {
        case undefined:
          return arrive(0, () => answered((answer) => answer()));
        case 'lost on the way there':
          return noAnswer();
        case 'lost on the way back':
          return arrive(0, () => answered(() => noAnswer()));
        case 'arrives late, answer lost':
          noAnswer();
          return arrive(world.upTo(LATEST_ARRIVAL_MS), () => answered(() => {}));
        case 'slow': {
          const answersAfter = world.upTo(TIMEOUT_MS - 1_000);
          return arrive(world.upTo(1_000), () =>
            answered((answer) => world.after(answersAfter, undefined, answer)),
          );
        }
        case 'never answered':
          world.after(TIMEOUT_MS, tab, () => refuse('timeout', {}));
          return arrive(world.upTo(LATEST_ARRIVAL_MS), () => {
            if (world.chance(0.5)) answered(() => {});
          });
        case '500 before':
          return arrive(0, () => refuse('remote_unavailable', { status: 500 }));
        case '500 after':
          return arrive(0, () => answered(() => refuse('remote_unavailable', { status: 500 })));
        case '503 with Retry-After':
        case '429':
          return arrive(0, () => refuse(fault === '429' ? 'rate_limited' : 'remote_unavailable', wait));
        case 'captive portal':
          return arrive(0, () => refuse('remote_invalid', { status: 200 }));
        case 'cut short after':
          return arrive(0, () => answered(() => refuse('remote_invalid', { status: 200 })));
        case 'sent twice by the browser':
          return arrive(0, () => answeredTwice((answer) => answer()));
        case 'sent twice by the browser, answer lost':
          return arrive(0, () => answeredTwice(() => noAnswer()));
      }
    });
  };
  return Object.fromEntries(
    names.map((name) => [name, (...args: unknown[]) => call(name, args)]),
  ) as unknown as RemotePort;
}

const tokens = new Map<string, string>();

function tokenOf(subject: string): string {
  const known = tokens.get(subject) ?? `e30.${btoa(JSON.stringify({ sub: subject }))}.x`;
  tokens.set(subject, known);
  return known;
}
