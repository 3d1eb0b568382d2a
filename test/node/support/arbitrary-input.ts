import fc from 'fast-check';

const STRANGE_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'toJSON',
  'then',
  'length',
  'id',
  'tasks',
  '',
];

/** What a caller without types, or an attacker, may pass: any value, with the keys and texts that hurt most. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.anything({
      maxDepth: 4,
      key: fc.oneof(fc.string(), fc.constantFrom(...STRANGE_KEYS)),
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    }),
  },
  fc.constantFrom(
    undefined,
    null,
    '__proto__',
    Number.NaN,
    Number.MAX_VALUE,
    Symbol('symbol'),
    () => 1,
    new AbortController().signal,
    'x'.repeat(200_000),
  ),
  fc.constant('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}').map(parsed),
  fc.nat({ max: 5_000 }).map((depth) => nested(depth)),
);

function parsed(json: string): unknown {
  return JSON.parse(json);
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { value };
  return value;
}

/** A valid input with one of its members, at any depth, replaced, removed or joined by a strange one. */
export function mutationOf(valid: unknown): fc.Arbitrary<unknown> {
  const places = placesIn(valid);
  const change = fc.oneof(
    fc.record({ kind: fc.constant('replace' as const), value: anyValue }),
    fc.record({ kind: fc.constant('remove' as const) }),
    fc.record({ kind: fc.constant('add' as const), key: fc.constantFrom(...STRANGE_KEYS), value: anyValue }),
  );
  return fc.tuple(fc.nat(places.length - 1), change).map(([index, { kind, ...rest }]) => {
    const place = places[index] ?? [];
    return changedAt(valid, place, (member) => {
      if (kind === 'remove') return undefined;
      if (!('key' in rest)) return 'value' in rest ? rest.value : undefined;
      if (typeof member !== 'object' || member === null) return rest.value;
      if (Array.isArray(member)) return [...member, rest.value];
      return Object.defineProperty(copied(member), rest.key, {
        value: rest.value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    });
  });
}

/** A valid input in which one text is another text of it, or one of `others`: ids point elsewhere, records appear twice. */
export function crossedTexts(valid: unknown, others: readonly string[]): fc.Arbitrary<unknown> {
  const places = placesIn(valid).filter((place) => typeof memberAt(valid, place) === 'string');
  const texts = [...others, ...places.map((place) => memberAt(valid, place) as string)];
  return fc
    .tuple(fc.nat(places.length - 1), fc.nat(texts.length - 1))
    .map(([place, text]) => changedAt(valid, places[place] ?? [], () => texts[text]));
}

type Place = (string | number)[];

function memberAt(value: unknown, place: Place): unknown {
  return place.reduce((member, key) => (member as Record<string | number, unknown>)[key], value);
}

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, member]) => placesIn(member, [...at, key]))];
}

function changedAt(value: unknown, [key, ...rest]: Place, change: (member: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  const copy = copied(value as object);
  copy[key] = changedAt(copy[key], rest, change);
  return copy;
}

function copied(value: object): Record<string | number, unknown> {
  return (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
}
