import { describe, expect, test } from 'vitest';
import { checkId } from '../domain/api/call-arguments.ts';
import { check } from '../domain/check.ts';
import { listInspectionsSchema } from '../domain/records/inspection.ts';
import { fromWireId } from './decode-response.ts';
import { fromWireQuery, toWirePath } from './query.ts';
import { ROUTES } from './routes.ts';

const paramsOf = (path: string) => new URL(path, 'http://service').searchParams.entries();

describe('a path', () => {
  test('encodes its placeholders', () => {
    const ids = { inspectionId: 'i/../1', taskName: 'images_ocr' };
    expect(toWirePath(ROUTES.getTask, ids)).toBe('/inspections/i%2F..%2F1/tasks/images_ocr');
  });

  test.each(['.', '..'])('never gets %s as an id: a URL drops such a segment and the one before it', (id) => {
    expect(() => checkId(id, 'imageId')).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    expect(() => fromWireId({ id })).toThrow(expect.objectContaining({ code: 'remote_invalid' }));
  });

  // Proves spec 4.23.
  test('contains the given options in snake_case', () => {
    const options = { showDeletedObjects: true, verbose: undefined, foreign: 1 };
    expect(toWirePath(ROUTES.getInspection, { inspectionId: 'i-1' }, options)).toBe(
      '/inspections/i-1?show_deleted_objects=true',
    );
  });
});

describe('a query', () => {
  test('is read back as the same options', () => {
    const options = check(
      listInspectionsSchema,
      {
        limit: 7,
        after: 'a-1',
        paginationOrder: 'asc',
        ownershipFilter: 'all_resources',
        inspectionStatus: 'DONE',
        showDeleted: false,
        verbose: 1,
      },
      'options',
    );
    const params = paramsOf(toWirePath(ROUTES.listInspections, {}, options));
    expect(fromWireQuery(ROUTES.listInspections, params)).toEqual(options);
  });

  test.each(['limit=ten', 'limit=', 'show_deleted=maybe', 'unknown_name=1', 'pagination_order=up'])(
    '%s is passed on to the schema, which rejects it',
    (query) => {
      const read = fromWireQuery(ROUTES.listInspections, paramsOf(`/inspections?${query}`));
      expect(() => check(listInspectionsSchema, read, 'options')).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      );
    },
  );
});
