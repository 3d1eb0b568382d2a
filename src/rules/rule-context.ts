export interface User {
  id: string;
  organizationId?: string;
}

/** Everything a rule may know besides the inspection: who acts, when, and the next ids. */
export interface Context {
  readonly user: User;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** A new id that sorts after all ids given out before it. */
  newId(): string;
}
