import type { InspectionEvent } from '../domain/events.ts';
import type { OutboxChange } from '../domain/outbox/delivery.ts';
import type { Operation } from '../domain/outbox/operation.ts';
import type { InspectionState } from './state.ts';

/** A pure function from the loaded inspection and a context to a decision. */
export type Rule<Result> = (state: InspectionState, context: RuleContext) => Decision<Result>;

/** Input of a rule besides the inspection: the user, the time and new ids. */
export interface RuleContext {
  readonly user: User;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Returns a new id that sorts after all earlier ids. */
  newId(): string;
}

/** The user of the app. */
export interface User {
  /** The id at the identity provider: `auth0|5f7c`, an e-mail address, a UUID. 1 to 256 characters. */
  id: string;
  /** The organization whose members can list each other's inspections. 1 to 256 characters. */
  organizationId?: string;
  /** The name that people read beside what the user confirmed. At most 256 characters. */
  name?: string;
}

/** The output of a rule. All of it is committed together, or nothing is. */
export interface Decision<Result> {
  /** The changed inspection. */
  state: InspectionState;
  /** The result of the call. */
  result: Result;
  /** Goes to the outbox. */
  operations: Operation[];
  /** Emitted after the commit. */
  events: InspectionEvent[];
  photos: StoredPhoto[];
  /** Changes to deliveries. Only rules that merge remote results have any. */
  outbox?: OutboxChange[];
  /**
   * False if this device does not have the final results: those of this decision are not sent as `DeviceResults`.
   *
   * @default true
   */
  sendsResults?: boolean;
}

/** A photo with the ids of its records. Rules pass the bytes on and do not read them. */
export interface StoredPhoto {
  imageId: string;
  inspectionId: string;
  bytes: ArrayBuffer;
  type: string;
  sha256: string;
  /** Set if the store has the bytes already. `bytes` is empty then. */
  uploaded?: UploadedBytes;
}

/** Bytes that a client has sent to the bucket of the service. */
export interface UploadedBytes {
  uploadId: string;
  blobId: string;
  size: number;
}

export function decide<Result>(
  state: InspectionState,
  result: Result,
  effects: Partial<
    Pick<Decision<Result>, 'operations' | 'events' | 'photos' | 'outbox' | 'sendsResults'>
  > = {},
): Decision<Result> {
  return { state, result, operations: [], events: [], photos: [], ...effects };
}
