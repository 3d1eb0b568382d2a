import { describe, expect, test } from 'vitest';
import { type RemoteSyncOptions, remoteSync } from '../../src/sync/index.ts';

const given = { baseUrl: 'https://service.example/v1', getToken: () => 'token' };

function refused(options: object): unknown {
  try {
    remoteSync({ ...given, ...options } as RemoteSyncOptions);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('options about results, routes and uploads', () => {
  test.each([
    ['route', { route: 'phone' }],
    ['deadlineMs', { deadlineMs: -1 }],
    ['results', { results: 'both' }],
    ['results', { route: 'remote', results: 'device' }],
    ['upload.maxPixels', { upload: { maxPixels: 100 } }],
    ['upload.quality', { upload: { quality: 85 } }],
    ['upload.size', { upload: { size: 1 } }],
    ['retention', { retention: 'forever' }],
  ])('%s is refused with its path: %j', (path, options) => {
    expect(refused(options)).toMatchObject({ code: 'invalid_input', details: { path: `sync.${path}` } });
  });

  test('those of the documentation are taken', () => {
    const upload = { maxPixels: 8_300_000, quality: 0.85, adaptive: true };
    const documented = { route: 'auto', deadlineMs: 10_000, results: 'remote', upload, retention: 'keep' };
    expect(refused(documented)).toBeUndefined();
  });
});
