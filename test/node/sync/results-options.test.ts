import { describe, expect, test } from 'vitest';
import { type RemoteSyncOptions, remoteSync } from '../../../src/sync/index.ts';

const required = { baseUrl: 'https://service.example/v1', getToken: () => 'token' };

function tryOptions(options: object): unknown {
  try {
    remoteSync({ ...required, ...options } as RemoteSyncOptions);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('options of remoteSync', () => {
  test.each([
    ['route', { route: 'phone' }],
    ['deadlineMs', { deadlineMs: -1 }],
    ['results', { results: 'both' }],
    ['results', { route: 'remote', results: 'device' }],
    ['upload.maxPixels', { upload: { maxPixels: 100 } }],
    ['upload.quality', { upload: { quality: 85 } }],
    ['upload.size', { upload: { size: 1 } }],
    ['retention', { retention: 'forever' }],
  ])('rejects an invalid %s: %j', (path, options) => {
    expect(tryOptions(options)).toMatchObject({ code: 'invalid_input', details: { path: `sync.${path}` } });
  });

  test('accepts the documented options', () => {
    const upload = { maxPixels: 8_300_000, quality: 0.85, adaptive: true };
    const documented = { route: 'auto', deadlineMs: 10_000, results: 'remote', upload, retention: 'keep' };
    expect(tryOptions(documented)).toBeUndefined();
  });
});
