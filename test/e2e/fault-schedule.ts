import { seededRandom } from '../fixtures/random.ts';

/** What can happen to a request. */
export const FAULTS = [
  /** The connection breaks before anything gets through. */
  'no connection',
  /** The service applies it. The response never arrives. */
  'response lost',
  /** The service applies it. Half of the response arrives, as if it were complete. */
  'response truncated',
  /** The service applies it. The response is delayed. */
  'slow',
  'unavailable',
  'rate limited',
  'broken',
  /** A captive portal responds with 200 and a page. */
  'portal',
  /** The first of several consecutive requests that all get 401. */
  'unauthorized',
] as const;

export type Fault = (typeof FAULTS)[number];

export interface FaultScheduleOptions {
  seed: number;
  /** The share of faulty requests at the beginning. It falls linearly to 0. */
  share: number;
  /** The number of requests after which there are no more faults. */
  requests: number;
}

/** Returns a function that is called for each request. Every fault occurs once before any is repeated, in seeded order. */
export function faultSchedule({ seed, share, requests }: FaultScheduleOptions): () => Fault | undefined {
  const random = seededRandom(seed);
  let requestCount = 0;
  let rejectionsLeft = 0;
  let deck: Fault[] = [];
  return () => {
    const probability = share * (1 - requestCount / requests);
    requestCount += 1;
    if (rejectionsLeft > 0) {
      rejectionsLeft -= 1;
      return 'unauthorized';
    }
    if (random.next() >= probability) return undefined;
    if (deck.length === 0) deck = [...FAULTS];
    const [fault] = deck.splice(Math.floor(random.next() * deck.length), 1);
    if (fault === 'unauthorized') rejectionsLeft = Math.floor(random.between(8, 16));
    return fault;
  };
}
