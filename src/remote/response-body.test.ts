import { describe, expect, test } from 'vitest';
import { parseJsonBody, readJson, readPhoto } from './response-body.ts';

const createResponse = (body: string, type?: string) => ({
  status: 200,
  header: (name: string) => (name === 'content-type' && type !== undefined ? type : null),
  body: new Uint8Array(new TextEncoder().encode(body)).buffer,
});

describe('a JSON body', () => {
  test('is parsed and decoded', () => {
    const readId = readJson((json) => (json as { id: string }).id);
    expect(readId(createResponse('{"id":"a"}'))).toBe('a');
  });

  test.each(['', '<html>', '{"id":"a"'])('throws a retryable remote_invalid for %j', (body) => {
    expect(() => readJson((json) => json)(createResponse(body, 'text/html'))).toThrow(
      expect.objectContaining({
        code: 'remote_invalid',
        retryable: true,
        details: { contentType: 'text/html', bytes: body.length },
      }),
    );
  });

  test('is undefined if it is not valid UTF-8', () => {
    const body = Uint8Array.from([0x22, 0xff, 0x22]).buffer;
    expect(parseJsonBody({ ...createResponse(''), body })).toBeUndefined();
  });
});

describe('a photo', () => {
  test('has the MIME type without its parameters', () => {
    expect(readPhoto(createResponse('bytes', 'image/jpeg; charset=binary'))).toMatchObject({
      type: 'image/jpeg',
    });
  });

  test.each([
    ['HTML', '<html>', 'text/html'],
    ['an empty body', '', 'image/jpeg'],
    ['no type', 'bytes', undefined],
  ])('throws remote_invalid for %s', (_case, body, type) => {
    expect(() => readPhoto(createResponse(body, type))).toThrow(
      expect.objectContaining({ code: 'remote_invalid', retryable: true }),
    );
  });
});
