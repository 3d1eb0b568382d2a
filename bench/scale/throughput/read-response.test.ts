import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readResponse } from './read-response.ts';

it('returns a response as soon as all of its bytes are there', () => {
  const response = fc.record({
    status: fc.integer({ min: 200, max: 599 }),
    body: fc.string({ unit: 'grapheme', maxLength: 40 }),
    header: fc.constantFrom('Content-Length', 'content-length'),
  });
  fc.assert(
    fc.property(response, ({ status, body, header }) => {
      const text = `HTTP/1.1 ${status} Text\r\nDate: now\r\n${header}: ${Buffer.byteLength(body)}\r\nX: y\r\n\r\n${body}`;
      const bytes = Buffer.from(text);
      for (let length = 0; length < bytes.length; length += 1)
        expect(readResponse(bytes.subarray(0, length))).toBeUndefined();
      expect(readResponse(bytes)).toEqual({ status, body });
    }),
    { numRuns: 50 },
  );
});

it('rejects a response without a length', () => {
  expect(() => readResponse(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'))).toThrow(
    'unexpected response',
  );
});
