import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inspectionEntities } from '../../test/node/support/arbitrary-inspection.ts';
import { fromWireInspection, toWireInspection } from './inspection.ts';

/** What a body is after it has travelled. */
const travelled = (body: unknown): unknown => JSON.parse(JSON.stringify(body));

describe('an inspection', () => {
  test('comes back from the wire as it went, every record of it', () => {
    fc.assert(
      fc.property(inspectionEntities, ({ id, entities }) => {
        const wire = travelled(toWireInspection(id, entities));
        expect(fromWireInspection(wire)).toEqual({ result: id, entities });
      }),
    );
  });
});
