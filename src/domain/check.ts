import * as v from 'valibot';
import { KerbsideError } from '../errors.ts';

/** One invalid field of an input. `details.issues` of an `invalid_input` error lists them. */
interface InputIssue {
  /** For example `inspection.tasks.damage_detection.status`. */
  path: string;
  expected: string;
  received: string;
  message: string;
}

/** The output of `check` for a schema: optional members are absent, never `undefined`. */
export type Checked<S extends v.GenericSchema> = WithoutUndefined<v.InferOutput<S>>;

/** The type without `undefined` as the value of an optional member, at any depth. */
export type WithoutUndefined<T> = T extends object
  ? { [K in keyof T]: WithoutUndefined<Exclude<T[K], undefined>> }
  : T;

/** The input of a schema. */
export type Input<S extends v.GenericSchema> = WithoutUndefined<v.InferInput<S>>;

/**
 * True if a documented interface has exactly the fields of a schema's type. The compiler checks it: `npm run check` fails
 * if one of them has a field that the other has not. `undefined` is ignored, because `check` removes it.
 */
export type Matches<SchemaType, Interface> = Equal<Members<SchemaType>, Members<WithoutUndefined<Interface>>>;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Expands interfaces and intersections, so that `Equal` compares members only. */
type Members<T> = T extends object ? { [K in keyof T]: Members<T[K]> } : T;

/**
 * Checks a caller's input against a schema. Removes `undefined` members, so that the stored value equals its JSON.
 *
 * @param name - The caller's name of the argument, for the error message.
 * @throws `invalid_input` with the first 20 issues in `details.issues`.
 */
export function check<S extends v.GenericSchema>(schema: S, input: unknown, name: string): Checked<S> {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return removeUndefined(parsed.output) as Checked<S>;
  const issues = parsed.issues.flatMap((issue) => toInputIssues(issue, name)).slice(0, 20);
  throw invalidInput(issues);
}

function invalidInput(issues: InputIssue[]): KerbsideError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more: see details.issues)` : '';
  const message = first
    ? `${first.path}: expected ${first.expected}, got ${first.received}${more}.`
    : 'The input is not valid.';
  return new KerbsideError('invalid_input', message, { details: { path: first?.path, issues } });
}

/**
 * Returns the error for one invalid field, for rules that a schema cannot express.
 *
 * @param expected - Completes the sentence "expected …".
 */
export function invalidField(path: string, expected: string, received: unknown): KerbsideError {
  const shown = typeof received === 'string' ? `"${truncate(received, 60)}"` : String(received);
  return invalidInput([{ path, expected, received: shown, message: `Expected ${expected}` }]);
}

function toInputIssues(issue: v.BaseIssue<unknown>, name: string): InputIssue[] {
  const path = name + (issue.path ?? []).map(formatPathItem).join('');
  const fieldIssues = issue.type === 'union' ? (issue.issues ?? []).filter((inner) => inner.path) : [];
  // If the field has several forms, the caller meant the one whose own fields were checked.
  if (fieldIssues.length > 0) return fieldIssues.flatMap((inner) => toInputIssues(inner, path));
  const received = truncate(issue.received, 80);
  return [{ path, expected: describeExpected(issue), received, message: issue.message }];
}

function describeExpected(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object') return issue.expected === 'never' ? 'no such field' : 'a value';
  if (issue.kind === 'validation' || issue.type === 'custom') return issue.message;
  // Valibot describes a custom schema within a union as unknown. All custom schemas here are objects.
  return truncate((issue.expected ?? issue.message).replace('| unknown', '| Object'), 200);
}

function formatPathItem(item: v.IssuePathItem): string {
  const key: unknown = 'key' in item ? item.key : undefined;
  return typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
}

function truncate(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 3)}...` : text;
}

function removeUndefined(value: unknown): unknown {
  // JSON writes null for undefined in a list.
  if (Array.isArray(value)) return Array.from(value, (member) => removeUndefined(member ?? null));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept.map(([key, member]) => [key, removeUndefined(member)]));
}
