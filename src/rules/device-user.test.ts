import { expect, test } from 'vitest';
import { chooseDeviceUser } from './device-user.ts';

const ben = { id: 'ben', organizationId: 'kerb' };

test('the tab’s user sends results of their own inspections and of their organization’s', () => {
  expect(chooseDeviceUser(ben, { ownerId: 'ben' })).toBe(ben);
  expect(chooseDeviceUser(ben, { ownerId: 'ben', organizationId: 'earlier' })).toBe(ben);
  expect(chooseDeviceUser(ben, { ownerId: 'ada', organizationId: 'kerb' })).toBe(ben);
});

test.each([
  ['another organization', ben, { ownerId: 'ada', organizationId: 'curb' }],
  ['no organization', ben, { ownerId: 'ada' }],
  ['no organization, as the tab’s user', { id: 'ben' }, { ownerId: 'ada' }],
])('the owner sends results of an inspection of %s', (_, user, inspection) => {
  expect(chooseDeviceUser(user, inspection)).toEqual({ id: 'ada' });
});
