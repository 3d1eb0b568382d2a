import type { OutboxChange } from '../domain/delivery.ts';
import type { InspectionEvent } from '../domain/events.ts';
import type { Operation } from '../domain/operation.ts';
import type { Context } from './rule-context.ts';
import type { InspectionState } from './state.ts';

/** A photo with the record it belongs to. Rules pass the bytes on and never look at them. */
export interface StoredPhoto {
  imageId: string;
  inspectionId: string;
  bytes: ArrayBuffer;
  type: string;
  sha256: string;
}

/**
 * What a rule decides: the inspection as it is to be, what must be stored and sent with it, and the answer.
 * All of it is committed together or not at all.
 */
export interface Decision<A> {
  state: InspectionState;
  answer: A;
  operations: Operation[];
  events: InspectionEvent[];
  photos: StoredPhoto[];
  /** What was learned about deliveries; only results that come back have any. */
  outbox?: OutboxChange[];
}

/** A pure function from the inspection as loaded and a context to a decision. */
export type Rule<A> = (state: InspectionState, context: Context) => Decision<A>;

export function decide<A>(
  state: InspectionState,
  answer: A,
  effects: Partial<Pick<Decision<A>, 'operations' | 'events' | 'photos' | 'outbox'>> = {},
): Decision<A> {
  return { state, answer, operations: [], events: [], photos: [], ...effects };
}
