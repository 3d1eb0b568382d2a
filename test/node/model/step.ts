import type fc from 'fast-check';
import { expect } from 'vitest';
import type { StoredOperation } from '../../../src/domain/operation.ts';
import type { ErrorCode } from '../../../src/errors.ts';
import type { Kerbside } from '../../../src/kerbside.ts';
import { rejection } from '../../conformance/api-under-test.ts';
import type { Model, ModelInspection } from './model.ts';

/** The library under test: one Kerbside for each user of the model, all on one store. */
export interface Real {
  clients: readonly Kerbside[];
  operations(): Promise<StoredOperation[]>;
}

export const NOBODY = '0190d5b0-3f1e-7000-8000-00000000dead';

/** One call and what the model says to it; `title` is what a failing run shows. */
export function step(
  title: string,
  run: (model: Model, real: Real) => Promise<void>,
): fc.AsyncCommand<Model, Real> {
  return { check: () => true, run, toString: () => title };
}

/** The one that a number stands for; with every tenth number none. */
export function pick<T>(list: readonly T[], choice: number): T | undefined {
  return choice % 10 === 9 ? undefined : list[choice % Math.max(1, list.length)];
}

/** A call on an inspection. Where there is none, or it is deleted, whatever else is wrong may be said too. */
export interface Call {
  kerbside: Kerbside;
  inspection: ModelInspection | undefined;
  id: string;
  /** Why the call has to be refused even if all else is well. */
  refusals: ErrorCode[];
  record(kind: string): void;
}

export function callOn(model: Model, real: Real, user: number, choice: number): Call {
  const inspection = pick(model.inspections, choice);
  const kerbside = real.clients[user];
  const userId = model.users[user]?.id;
  if (!kerbside || userId === undefined) throw new Error(`There is no user ${user}`);
  const id = inspection?.id ?? NOBODY;
  return {
    kerbside,
    inspection,
    id,
    refusals: !inspection || inspection.deleted ? ['not_found'] : [],
    record: (kind) => void model.outbox.push({ kind, inspectionId: id, userId }),
  };
}

/** Answers what the call answers; a call that must be refused is, for one of the reasons there are. */
export async function attempt<T>(call: Promise<T>, refusals: readonly ErrorCode[]): Promise<T | undefined> {
  if (refusals.length === 0) return call;
  const { code } = await rejection(call);
  expect(refusals).toContain(code);
  return undefined;
}
