import { expect, test } from 'vitest';
import { loadChunk } from './load-chunk.ts';

test('loadChunk rejects with the reason and a remedy, whatever was thrown', async () => {
  const cause = new TypeError('Importing a module script failed.');
  await expect(loadChunk('runs models', () => Promise.reject(cause))).rejects.toMatchObject({
    code: 'code_unavailable',
    retryable: true,
    cause,
    message: expect.stringMatching(
      /^The part of the app that runs models .*\(Importing .*\).*reload the page/,
    ),
  });
  await expect(loadChunk('runs models', () => Promise.reject('gone'))).rejects.toMatchObject({
    message: expect.stringContaining('(gone)'),
  });
});
