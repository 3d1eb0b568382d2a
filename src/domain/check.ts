import * as v from 'valibot';
import { KerbsideError } from '../errors.ts';

/** One thing that is wrong with an input: where, what was expected, and what came instead. */
export interface InputIssue {
  path: string;
  expected: string;
  received: string;
  message: string;
}

/** What `check` answers for a schema: optional members are absent, never `undefined`. */
export type Checked<S extends v.GenericSchema> = Defined<v.InferOutput<S>>;
type Defined<T> = T extends object ? { [K in keyof T]: Defined<Exclude<T[K], undefined>> } : T;

/**
 * Checks a caller's input against a schema and answers the parsed value without `undefined` members,
 * so that what is stored is what JSON would hold. `name` is what the caller calls the argument.
 */
export function check<S extends v.GenericSchema>(schema: S, input: unknown, name: string): Checked<S> {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return withoutUndefined(parsed.output) as Checked<S>;
  const issues = parsed.issues.flatMap((issue) => describe(issue, name)).slice(0, 20);
  throw invalidInput(issues);
}

export function invalidInput(issues: InputIssue[]): KerbsideError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more: see details.issues)` : '';
  const message = first
    ? `${first.path}: expected ${first.expected}, got ${first.received}${more}.`
    : 'The input is not valid.';
  return new KerbsideError('invalid_input', message, { details: { path: first?.path, issues } });
}

/** For rules that no schema can state: names one field, what it should be and what it was. */
export function invalidField(path: string, expected: string, received: unknown): KerbsideError {
  const shown = typeof received === 'string' ? `"${shortened(received, 60)}"` : String(received);
  return invalidInput([{ path, expected, received: shown, message: `Expected ${expected}` }]);
}

function describe(issue: v.BaseIssue<unknown>, name: string): InputIssue[] {
  const path = name + (issue.path ?? []).map(step).join('');
  const inside = issue.type === 'union' ? (issue.issues ?? []).filter((one) => one.path) : [];
  // Of a field's several forms, the one whose fields were looked at is the one that was meant.
  if (inside.length > 0) return inside.flatMap((one) => describe(one, path));
  const received = shortened(issue.received, 80);
  return [{ path, expected: expectation(issue), received, message: issue.message }];
}

function expectation(issue: v.BaseIssue<unknown>): string {
  if (issue.type === 'strict_object') return issue.expected === 'never' ? 'no such field' : 'a value';
  if (issue.kind === 'validation' || issue.type === 'custom') return issue.message;
  // What a custom schema expects, a union can only call unknown; all of ours are objects.
  return shortened((issue.expected ?? issue.message).replace('| unknown', '| Object'), 200);
}

function step(item: v.IssuePathItem): string {
  const key: unknown = 'key' in item ? item.key : undefined;
  return typeof key === 'number' ? `[${key}]` : `.${String(key)}`;
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 3)}...` : text;
}

function withoutUndefined(value: unknown): unknown {
  // In a list there is no leaving out: JSON writes null.
  if (Array.isArray(value)) return Array.from(value, (member) => withoutUndefined(member ?? null));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutUndefined(member)]));
}
