import { describe, expect, it } from 'vitest';
import {
  ALL_PERMISSIONS,
  belongToSameOrganization,
  canAccess,
  canList,
  type Identity,
  ORGANIZATION_PERMISSIONS,
  OWN_PERMISSIONS,
} from './permissions.ts';

const ada = (permissions: readonly string[]): Identity => ({
  user: { id: 'ada', organizationId: 'fleet' },
  permissions: new Set(permissions),
});
const own = { ownerId: 'ada', organizationId: 'fleet' };
const colleagues = { ownerId: 'bob', organizationId: 'fleet' };
const foreign = { ownerId: 'mallory', organizationId: 'rivals' };

describe('canAccess', () => {
  it.each([
    ['own', OWN_PERMISSIONS, [true, false, false]],
    ['organization', ORGANIZATION_PERMISSIONS, [true, true, false]],
    ['all', ALL_PERMISSIONS, [true, true, true]],
    ['no', [], [false, false, false]],
  ])('with %s permissions', (_, permissions, expected) => {
    const identity = ada(permissions);
    for (const access of ['read', 'update', 'write'] as const)
      expect([own, colleagues, foreign].map((record) => canAccess(identity, access, record))).toEqual(
        expected,
      );
  });

  it('includes update in write, but not write in update', () => {
    const writer = ada(['monk_core_api:inspections:write']);
    const updater = ada(['monk_core_api:inspections:update']);
    expect([canAccess(writer, 'update', own), canAccess(updater, 'write', own)]).toEqual([true, false]);
  });

  it('does not treat users without an organization as colleagues', () => {
    const loner = { user: { id: 'ada' }, permissions: new Set(ORGANIZATION_PERMISSIONS) };
    expect(canAccess(loner, 'read', { ownerId: 'bob' })).toBe(false);
  });
});

describe('canList', () => {
  it('includes the own records in wider permissions, and never the records of another user', () => {
    const identity = ada(['monk_core_api:inspections:read_organization']);
    expect(canList(identity, { ownerId: 'ada' })).toBe(true);
    expect(canList(identity, { organizationId: 'fleet' })).toBe(true);
    expect(canList(identity, { ownerId: 'bob' })).toBe(false);
    expect(canList(identity, { organizationId: 'rivals' })).toBe(false);
    expect(canList(identity, 'all')).toBe(false);
  });
});

describe('belongToSameOrganization', () => {
  it('compares organizations, and owners if there are none', () => {
    expect(belongToSameOrganization(own, colleagues)).toBe(true);
    expect(belongToSameOrganization(own, foreign)).toBe(false);
    expect(belongToSameOrganization({ ownerId: 'ada' }, { ownerId: 'ada' })).toBe(true);
    expect(belongToSameOrganization({ ownerId: 'ada' }, { ownerId: 'bob' })).toBe(false);
    expect(belongToSameOrganization(own, { ownerId: 'ada' })).toBe(false);
  });
});
