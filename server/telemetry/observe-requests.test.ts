import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRequestId } from './observe-requests.ts';

const choose = (headers: Record<string, string>) =>
  chooseRequestId(
    (name) => headers[name],
    () => 'new',
  );
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('the id of a request', () => {
  test.each([
    [
      'its trace if its own is invalid',
      { 'X-Request-Id': 'a b c d e f', traceparent: `00-${TRACE}-${SPAN}-01` },
      TRACE,
    ],
    ['its own', { 'X-Request-Id': '01HZX3K-1.a:b', traceparent: `00-${TRACE}-${SPAN}-01` }, '01HZX3K-1.a:b'],
    ['its trace', { traceparent: `00-${TRACE}-${SPAN}-01` }, TRACE],
    ['its trace, of a later version', { traceparent: `01-${TRACE}-${SPAN}-01-more` }, TRACE],
    ['new without headers', {}, 'new'],
    ['new for a trace of zeros', { traceparent: `00-${'0'.repeat(32)}-${SPAN}-01` }, 'new'],
    ['new for the invalid version ff', { traceparent: `ff-${TRACE}-${SPAN}-01` }, 'new'],
    ['new for a short id', { 'X-Request-Id': 'a' }, 'new'],
  ])('is %s: %j', (_, headers: Record<string, string>, expected) => {
    expect(choose(headers)).toBe(expected);
  });

  test('never has characters that a header or a log line needs to escape', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.string({ maxLength: 80 }), (id, trace) => {
        expect(choose({ 'X-Request-Id': id, traceparent: trace })).toMatch(/^[A-Za-z0-9._:-]{3,64}$/);
      }),
    );
  });
});
