import { seededRandom } from '../fixtures/random.ts';

/** What a network does to a request. */
export const FAULTS = [
  /** The connection breaks before anything gets through. */
  'no connection',
  /** The service carries it out; its answer never arrives. */
  'answer lost',
  /** The service carries it out; half of its answer arrives, as if it were all. */
  'answer cut short',
  /** The service carries it out; its answer takes its time. */
  'slow',
  'unavailable',
  'rate limited',
  'broken',
  /** Somebody's Wi-Fi answers 200, with a page. */
  'portal',
  /** The first of a run of requests that all get 401. */
  'unauthorized',
] as const;

export type Fault = (typeof FAULTS)[number];

export interface FaultScheduleOptions {
  seed: number;
  /** The share of requests that meet a fault at the beginning; it falls evenly, to none. */
  share: number;
  /** After so many requests there are no more faults. */
  requests: number;
}

/** Called for each request. Every kind of fault comes up before one comes up again, in an order that the seed gives. */
export function faultSchedule({ seed, share, requests }: FaultScheduleOptions): () => Fault | undefined {
  const random = seededRandom(seed);
  let met = 0;
  let refusals = 0;
  let deck: Fault[] = [];
  return () => {
    const chance = share * (1 - met / requests);
    met += 1;
    if (refusals > 0) {
      refusals -= 1;
      return 'unauthorized';
    }
    if (random.next() >= chance) return undefined;
    if (deck.length === 0) deck = [...FAULTS];
    const [fault] = deck.splice(Math.floor(random.next() * deck.length), 1);
    if (fault === 'unauthorized') refusals = Math.floor(random.between(8, 16));
    return fault;
  };
}
