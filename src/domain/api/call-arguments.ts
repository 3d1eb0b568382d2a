import * as v from 'valibot';
import { throwIfAborted } from '../../errors.ts';
import { type Checked, check, invalidField } from '../check.ts';
import { id, notNegative, object } from '../fields.ts';

/** Options that every call accepts as its last argument. */
export interface CallOptions {
  /** Aborts the call: it rejects with `aborted`. A change that is already committed is not undone. */
  signal?: AbortSignal | undefined;
}

/** The bytes of a photo: a `File` of an input, a `Blob`, an `ArrayBuffer` or a typed array. JPEG, PNG, WebP, AVIF or HEIC. */
export type PhotoSource = Blob | ArrayBuffer | ArrayBufferView;

/** Reads an argument that a schema cannot check, such as a photo. */
export type Reader<T = unknown> = (value: unknown) => T;
type Argument = v.GenericSchema | Reader;

/** The schemas of a call's arguments. The signal of its options is checked for every call. */
export interface Call<
  Args = Record<string, Argument>,
  Options = v.GenericSchema,
  Sources = Record<string, Reader>,
> {
  /** By name, in the order in which callers pass them. */
  args: Args;
  options: Options;
  /** Options with photos. */
  sources: Sources;
}

type Value<A> = A extends v.GenericSchema ? Checked<A> : A extends Reader<infer T> ? T : never;

/** The checked arguments of a call, by name. */
type CheckedCall<C> =
  C extends Call<infer Args, infer Options, infer Sources>
    ? { [K in keyof Args]: Value<Args[K]> } & { [K in keyof Sources]: Value<Sources[K]> } & {
        options: Value<Options>;
        signal: AbortSignal | undefined;
      }
    : never;

type Methods<Api> = { [K in keyof Api]: (...args: never[]) => unknown };
type Calls<Api> = { [K in keyof Api]: Call };
/** The calls of an API, with its type. No value has the field. */
export type CallsOf<Api, C> = C & { readonly '~api'?: Api };

const noOptionsSchema = object({});

/** Describes what a call accepts. */
export const call = <
  const Args extends Record<string, Argument>,
  Options extends v.GenericSchema = typeof noOptionsSchema,
  const Sources extends Record<string, Reader> = Record<never, never>,
>(
  args: Args,
  options = noOptionsSchema as unknown as Options,
  sources = {} as Sources,
): Call<Args, Options, Sources> => ({ args, options, sources });

/** Describes what the calls of an API accept. The compiler reports a missing one. */
export const callsOf =
  <Api extends Methods<Api>>() =>
  <const C extends Calls<Api>>(calls: C): CallsOf<Api, C> =>
    calls;

/**
 * Implements an API: checks the arguments of each call, and passes them on by name. Device, remote client and service check
 * with the same table, so they accept the same.
 *
 * @param methods - What the calls do with checked arguments. They are not called if the signal is already aborted.
 */
export function implement<Api extends Methods<Api>, C extends Calls<Api>>(
  calls: CallsOf<Api, C>,
  methods: { [K in keyof Api]: (input: CheckedCall<C[K]>) => ReturnType<Api[K]> },
): Api {
  const checked = Object.entries<Call>(calls).map(([name, { args, options, sources }]) => {
    const names = Object.keys(args);
    const run = async (...given: unknown[]) => {
      const input: Record<string, unknown> = {};
      names.forEach((argument, index) => {
        input[argument] = readArgument(args[argument] as Argument, given[index], argument);
      });
      let rest = given[names.length];
      for (const [source, reader] of Object.entries(sources)) {
        const option = takeOption(rest, source);
        input[source] = reader(option.taken);
        rest = option.rest;
      }
      const { signal, options: others } = checkOptions(rest, options);
      throwIfAborted(signal);
      return methods[name as keyof Api]({ ...input, options: others, signal } as never);
    };
    return [name, run];
  });
  return Object.fromEntries(checked) as Api;
}

function readArgument(argument: Argument, value: unknown, name: string): unknown {
  return typeof argument === 'function' ? argument(value) : check(argument, value, name);
}

/** @throws `invalid_input` if the value is not an id. */
export function checkId(value: unknown, name: string): string {
  return check(id, value, name);
}

/**
 * Separates the signal from a call's options and checks the others.
 *
 * @param schema - The other options.
 * @default a schema without options
 * @throws `invalid_input`
 */
export function checkOptions<S extends v.GenericSchema = typeof noOptionsSchema>(
  options: unknown,
  schema?: S,
): { signal?: AbortSignal; options: Checked<S> } {
  const { taken: signal, rest } = takeOption(options, 'signal');
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalidField('options.signal', 'an AbortSignal', typeof signal);
  }
  const checked = check(schema ?? noOptionsSchema, rest, 'options');
  return { options: checked as Checked<S>, ...(signal && { signal }) };
}

/** Separates an option that a schema cannot check (a signal, a photo) from the others. */
function takeOption(options: unknown, name: string): { taken?: unknown; rest: unknown } {
  const given = options ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return { rest: given };
  const { [name]: taken, ...rest } = given as Record<string, unknown>;
  return { taken, rest };
}

/** Options of calls that wait. */
export const waitSchema = object({ timeoutMs: v.optional(notNegative) });
