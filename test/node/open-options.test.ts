import { describe, expect, test } from 'vitest';
import { type KerbsideOptions, openKerbside } from '../../src/kerbside.ts';
import { MemoryStore } from '../../src/store/memory-store.ts';
import { rejection } from '../conformance/api-under-test.ts';

const user = { id: 'ada' };

function opened(options: object) {
  return openKerbside({ user, store: new MemoryStore(), ...options } as KerbsideOptions);
}

describe('opening is refused with what is wrong', () => {
  test.each([
    ['a name that is none', { modles: '/models/' }, 'options.modles'],
    ['workers without models', { workers: '/workers/' }, 'options.models'],
    ['models without workers', { models: '/models/' }, 'options.workers'],
    ['workers in a folder of no page', { workers: '/w/', models: 'https://a.example/m/' }, 'options.workers'],
    ['models in a folder of no page', { workers: {}, models: 'm' }, 'options.models'],
    ['an engine that is none', { engine: 'cuda' }, 'options.engine'],
    ['a user without an id', { user: {} }, 'options.user.id'],
  ])('%s', async (_what, options, path) => {
    const error = await rejection(opened(options));
    expect(error).toMatchObject({ code: 'invalid_input', details: { path } });
  });
});

test('after close nothing is asked of models', async () => {
  const kerbside = await opened({});
  kerbside.close();
  expect(await rejection(kerbside.preload())).toMatchObject({ code: 'closed' });
  expect(await rejection(kerbside.engines())).toMatchObject({ code: 'closed' });
});

test('without models an app records and sends, and says so when it is asked to run some', async () => {
  const kerbside = await opened({});
  expect(await rejection(kerbside.preload())).toMatchObject({ code: 'unsupported' });
  kerbside.close();
});
