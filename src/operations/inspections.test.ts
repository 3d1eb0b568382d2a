import { describe, expect, test } from 'vitest';
import { check } from '../domain/check.ts';
import { listInspectionsSchema } from '../domain/records/inspection.ts';
import { toListQuery } from './inspections.ts';

const toScope = (ownershipFilter: string, organizationId?: string) => {
  const options = check(listInspectionsSchema, { ownershipFilter }, 'options');
  return toListQuery(options, { user: { id: 'ada', ...(organizationId && { organizationId }) } }).scope;
};

describe('toListQuery', () => {
  test('maps the ownership filter to a scope', () => {
    expect(toScope('own_resources', 'fleet')).toEqual({ ownerId: 'ada' });
    expect(toScope('organization_resources', 'fleet')).toEqual({ organizationId: 'fleet' });
    expect(toScope('all_resources', 'fleet')).toBe('all');
  });

  test('limits a user without an organization to their own inspections', () => {
    expect(toScope('organization_resources')).toEqual({ ownerId: 'ada' });
  });

  test('passes on page, status and deletion', () => {
    const input = { limit: 7, after: 'x', inspectionStatus: 'DONE', showDeleted: false, verbose: 1 };
    const query = toListQuery(check(listInspectionsSchema, input, 'options'), { user: { id: 'ada' } });
    expect(query).toEqual({
      limit: 7,
      after: 'x',
      paginationOrder: 'desc',
      scope: { ownerId: 'ada' },
      status: 'DONE',
      includeDeleted: false,
    });
  });
});
