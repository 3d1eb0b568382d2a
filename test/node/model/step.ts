import type fc from 'fast-check';
import { expect } from 'vitest';
import type { StoredOperation } from '../../../src/domain/outbox/operation.ts';
import type { ErrorCode } from '../../../src/errors.ts';
import type { Kerbside } from '../../../src/kerbside.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import type { Model, ModelInspection } from './model.ts';

/** The library under test: one Kerbside per user of the model, all on one store. */
export interface Real {
  clients: readonly Kerbside[];
  operations(): Promise<StoredOperation[]>;
}

export const UNKNOWN_ID = '0190d5b0-3f1e-7000-8000-00000000dead';

/** Creates a command that makes one call and compares it with the model. A failing run prints `title`. */
export function step(
  title: string,
  run: (model: Model, real: Real) => Promise<void>,
): fc.AsyncCommand<Model, Real> {
  return { check: () => true, run, toString: () => title };
}

/** Picks an element by a random number. One number in 10 picks none. */
export function pick<T>(list: readonly T[], choice: number): T | undefined {
  return choice % 10 === 9 ? undefined : list[choice % Math.max(1, list.length)];
}

/** A call on an inspection. If the inspection is missing or deleted, the call may report other errors too. */
export interface Call {
  kerbside: Kerbside;
  inspection: ModelInspection | undefined;
  id: string;
  /** The errors with which the call must reject, one of them. Empty if it must succeed. */
  expectedErrors: ErrorCode[];
  record(kind: string): void;
}

export function prepareCall(model: Model, real: Real, user: number, choice: number): Call {
  const inspection = pick(model.inspections, choice);
  const kerbside = real.clients[user];
  const userId = model.users[user]?.id;
  if (!kerbside || userId === undefined) throw new Error(`There is no user ${user}`);
  const id = inspection?.id ?? UNKNOWN_ID;
  return {
    kerbside,
    inspection,
    id,
    expectedErrors: !inspection || inspection.deleted ? ['not_found'] : [],
    record: (kind) => void model.outbox.push({ kind, inspectionId: id, userId }),
  };
}

/** Returns the response, or checks that the call rejects with one of the expected errors. */
export async function attempt<T>(
  call: Promise<T>,
  expectedErrors: readonly ErrorCode[],
): Promise<T | undefined> {
  if (expectedErrors.length === 0) return call;
  const { code } = await rejection(call);
  expect(expectedErrors).toContain(code);
  return undefined;
}
