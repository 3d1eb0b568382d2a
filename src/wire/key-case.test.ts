import { describe, expect, test } from 'vitest';
import { requestFromWire, requestToWire, responseFromWire, responseToWire } from './key-case.ts';

describe('keys', () => {
  test('are snake_case on the wire and camelCase in code, at every depth', () => {
    const body = {
      imageType: 'x',
      tasks: [{ imageDetails: { wheelName: 'y' } }],
      compliances: { coverage360: {} },
    };
    const wire = {
      image_type: 'x',
      tasks: [{ image_details: { wheel_name: 'y' } }],
      compliances: { coverage_360: {} },
    };
    expect(requestToWire(body)).toEqual(wire);
    expect(requestFromWire(wire)).toEqual(body);
  });

  test('stay unchanged in data of the app', () => {
    const own = { anyCase: { snake_case: 1 } };
    expect(requestToWire({ additionalData: own })).toEqual({ additional_data: own });
    expect(responseFromWire({ additional_data: own, headers: own })).toEqual({
      additionalData: own,
      headers: own,
    });
  });

  test('stay unchanged in the compliances of a response', () => {
    const compliances = { image_quality_assessment: { is_compliant: true } };
    expect(responseToWire({ compliances })).toEqual({ compliances });
    expect(responseFromWire({ compliances })).toEqual({ compliances });
  });

  test('stay unchanged more than 32 levels deep', () => {
    const nest = (depth: number): unknown => (depth === 0 ? { snake_case: 1 } : [nest(depth - 1)]);
    expect(requestFromWire(nest(31))).not.toEqual(nest(31));
    expect(requestFromWire(nest(32))).toEqual(nest(32));
  });
});
