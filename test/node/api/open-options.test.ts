import { describe, expect, test } from 'vitest';
import { type DeviceModelsOptions, deviceModels } from '../../../src/inference/index.ts';
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
    ['the folder of models, as up to version 0.2', { models: '/models/' }, 'options.models'],
    [
      'a relative workers folder without a page',
      { models: deviceModels({ workers: '/w/', folder: 'https://a.example/m/' }) },
      'models.workers',
    ],
    [
      'a relative models folder without a page',
      { models: deviceModels({ workers: {}, folder: 'm' }) },
      'models.folder',
    ],
    ['a user without an id', { user: {} }, 'options.user.id'],
  ])('%s', async (_what, options, path) => {
    const error = await rejection(opened(options));
    expect(error).toMatchObject({ code: 'invalid_input', details: { path } });
  });
});

describe('models', () => {
  const options = { workers: {}, folder: 'https://a.example/m/', runtime: 'https://a.example/r/' };

  test.each([
    ['no folder', { workers: {} }, 'models.folder'],
    ['no workers', { folder: '/m/' }, 'models.workers'],
    ['an unknown engine', { ...options, engine: 'cuda' }, 'models.engine'],
  ])('are rejected with %s', (_what, given, path) => {
    const create = () => deviceModels(given as DeviceModelsOptions);
    expect(create).toThrow(
      expect.objectContaining({ code: 'invalid_input', details: expect.objectContaining({ path }) }),
    );
  });

  test('reject every call before openKerbside and after close', async () => {
    const models = deviceModels(options);
    const expectClosed = async () => {
      expect(await rejection(models.preload())).toMatchObject({ code: 'closed' });
      expect(await rejection(models.engines())).toMatchObject({ code: 'closed' });
      expect(() => models.frames()).toThrow(expect.objectContaining({ code: 'closed' }));
    };
    await expectClosed();
    const kerbside = await opened({ models });
    expect(kerbside.models).toBe(models);
    expect(models.frames()).toHaveProperty('look');
    await kerbside.close();
    await expectClosed();
  });

  test('belong to one Kerbside at a time', async () => {
    const models = deviceModels(options);
    const first = await opened({ models });
    expect(await rejection(opened({ models }))).toMatchObject({ code: 'invalid_input' });
    expect(models.frames()).toHaveProperty('look'); // the first one still uses them
    await first.close();
    const second = await opened({ models });
    await second.close();
  });
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
