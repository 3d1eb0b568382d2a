import { describe, expect, test } from 'vitest';
import { type KerbsideOptions, openKerbside } from '../../../src/kerbside.ts';
import { MemoryStore } from '../../../src/store/memory-store.ts';
import { rejection } from '../../conformance/api-under-test.ts';

const user = { id: 'ada' };

function opened(options: object) {
  return openKerbside({ user, store: new MemoryStore(), ...options } as KerbsideOptions);
}

function fail(message: string): never {
  throw new Error(message);
}

class UnopenableStore extends MemoryStore {
  override operations = async () => fail('no database');
}

describe('openKerbside rejects with the path of the invalid option', () => {
  test.each([
    ['an unknown option', { modles: '/models/' }, 'options.modles'],
    ['workers without models', { workers: '/workers/' }, 'options.models'],
    ['models without workers', { models: '/models/' }, 'options.workers'],
    [
      'a relative workers folder without a page',
      { workers: '/w/', models: 'https://a.example/m/' },
      'options.workers',
    ],
    ['a relative models folder without a page', { workers: {}, models: 'm' }, 'options.models'],
    ['an unknown engine', { engine: 'cuda' }, 'options.engine'],
    ['a user without an id', { user: {} }, 'options.user.id'],
  ])('%s', async (_what, options, path) => {
    const error = await rejection(opened(options));
    expect(error).toMatchObject({ code: 'invalid_input', details: { path } });
  });
});

test('preload and engines reject with closed after close', async () => {
  const kerbside = await opened({});
  kerbside.close();
  expect(await rejection(kerbside.preload())).toMatchObject({ code: 'closed' });
  expect(await rejection(kerbside.engines())).toMatchObject({ code: 'closed' });
});

test('preload rejects with unsupported without models', async () => {
  const kerbside = await opened({});
  expect(await rejection(kerbside.preload())).toMatchObject({ code: 'unsupported' });
  kerbside.close();
});

test.each([
  ['sync cannot be created', { sync: () => fail('no sync') }],
  ['the analyzer cannot be created', { estimator: { createAnalyzer: () => fail('no analyzer') } }],
  ['the database cannot be opened', { store: new UnopenableStore() }],
])('closes its channel to the other tabs if %s', async (_what, options) => {
  let open = 0;
  const openChannel = () => {
    open += 1;
    return { post() {}, onMessage() {}, close: () => (open -= 1) };
  };
  await expect(opened({ ...options, platform: { openChannel } })).rejects.toThrow(/^no /);
  expect(open).toBe(0);
});
