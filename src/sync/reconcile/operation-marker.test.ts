import { expect, test } from 'vitest';
import { LIMITS } from '../../domain/limits.ts';
import { addMarker, hasMarker, removeMarker } from './operation-marker.ts';

test('the marker travels in additionalData and is removed again', () => {
  const sent = addMarker({ additionalData: { desk: 'north' } }, 'op-1');
  expect(hasMarker(sent, 'op-1')).toBe(true);
  expect(removeMarker(sent)).toEqual({ additionalData: { desk: 'north' } });
  expect(removeMarker(addMarker({}, 'op-1'))).toEqual({});
});

test('adds no marker if additionalData would exceed the limit of the service', () => {
  const input = { additionalData: { note: 'x'.repeat(LIMITS.jsonBytes - 20) } };
  expect(addMarker(input, 'op-1')).toEqual(input);
});
