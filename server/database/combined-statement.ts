import type { Queries } from './database.ts';

/** Writes the placeholder of a value, for example `$3`. */
export type Place = (value: unknown) => string;

/**
 * Several writes as one statement, each a part of its `with` clause: one round trip, and all or nothing without `begin` and
 * `commit`. A part that selects `from` an earlier part writes nothing if that part has no row.
 *
 * All parts read the database as it was before the statement, so two parts must not write the same row.
 */
export class CombinedStatement {
  readonly #parts: { name: string; sql: string }[] = [];
  readonly #values: unknown[] = [];

  /** Adds a write. Its `returning` clause gives the rows that later parts can select from. */
  add(name: string, write: (place: Place) => string): this {
    const sql = write((value) => `$${this.#values.push(value)}`);
    this.#parts.push({ name, sql });
    return this;
  }

  /** Runs the statement. Returns how many rows each of the named parts has returned. */
  async run<Name extends string>(queries: Queries, counted: readonly Name[]): Promise<Record<Name, number>> {
    const parts = this.#parts.map(({ name, sql }) => `${name} as (${sql})`).join(', ');
    const counts = counted.map((name) => `(select count(*)::integer from ${name}) as ${name}`).join(', ');
    const [row] = await queries.query<Record<Name, number>>(`with ${parts} select ${counts}`, this.#values, {
      isPrepared: true,
    });
    if (!row) throw new Error('A statement without a result.');
    return row;
  }
}
