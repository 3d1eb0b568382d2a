/** The origin of a record: a user, or a model with its version and the engine that ran it. */
export type CreatedBy = 'user' | { model: string; version: string; engine: string };
