import type { TaskName } from '../../src/domain/enums.ts';
import { KerbsideError } from '../../src/errors.ts';
import type { User } from '../../src/rules/rule.ts';
import type { InspectionRecord } from '../../src/rules/state.ts';
import type { Scope } from '../../src/store/store.ts';

/** The caller of a request, as its token describes it. */
export interface Identity {
  user: User;
  permissions: ReadonlySet<string>;
}

/** Prefix of every permission in a token. */
const PREFIX = 'monk_core_api:';
const TASK_PERMISSIONS = [
  'compliances',
  'damage_detection',
  'images_ocr',
  'repair_estimate',
  'wheel_analysis',
];
const named = (names: readonly string[]) => names.map((name) => `${PREFIX}${name}`);
const inspections = (suffix: string) =>
  ['read', 'update', 'write'].map((verb) => `inspections:${verb}${suffix}`);

/** What somebody needs to work with their own records. */
export const OWN_PERMISSIONS = named([...TASK_PERMISSIONS, 'inspections:create', ...inspections('')]);
export const ORGANIZATION_PERMISSIONS = [...OWN_PERMISSIONS, ...named(inspections('_organization'))];
export const ALL_PERMISSIONS = [...ORGANIZATION_PERMISSIONS, ...named(inspections('_all'))];

/** Whoever holds a signed link: the one path that was signed is all they can reach. */
export const LINK_HOLDER: Identity = {
  user: { id: 'link' },
  permissions: new Set(named(['inspections:read_all'])),
};

/** `update` changes what is in an inspection; `write` also deletes it, and includes `update`. */
export type Access = 'read' | 'update' | 'write';
const GRANTED_BY: Record<Access, readonly Access[]> = {
  read: ['read'],
  update: ['update', 'write'],
  write: ['write'],
};

type Owned = Pick<InspectionRecord, 'ownerId' | 'organizationId'>;

/** Whether the token's permissions reach this inspection: as its owner, through the organization, or as everybody's. */
export function canAccess(
  { user, permissions }: Identity,
  access: Access,
  { ownerId, organizationId }: Owned,
): boolean {
  const isOwn = ownerId === user.id;
  const isShared = organizationId !== undefined && organizationId === user.organizationId;
  return GRANTED_BY[access].some((verb) => {
    const has = (suffix: string) => permissions.has(`${PREFIX}inspections:${verb}${suffix}`);
    return has('_all') || (isShared && has('_organization')) || (isOwn && has(''));
  });
}

/** Whether two inspections are of one organization or, where neither has one, of one owner. */
export function belongToSameOrganization(a: Owned, b: Owned): boolean {
  if (a.organizationId !== b.organizationId) return false;
  return a.organizationId !== undefined || a.ownerId === b.ownerId;
}

/** A list of one's own is open to whoever may read more than that. */
export function canList({ user, permissions }: Identity, scope: Scope): boolean {
  const has = (...suffixes: string[]) =>
    suffixes.some((suffix) => permissions.has(`${PREFIX}inspections:read${suffix}`));
  if (scope === 'all') return has('_all');
  if ('ownerId' in scope) return scope.ownerId === user.id && has('', '_organization', '_all');
  return scope.organizationId === user.organizationId && has('_organization', '_all');
}

export function canCreate({ permissions }: Identity): boolean {
  return named(['inspections:create', 'inspections:write']).some((name) => permissions.has(name));
}

/** Each task, and the checks of photos, has a permission of its own. */
export function requireTaskPermissions(
  { permissions }: Identity,
  tasks: readonly (TaskName | 'compliances')[],
): void {
  const missing = tasks.find((task) => !permissions.has(PREFIX + task));
  if (missing !== undefined) throw forbiddenError(`The token does not permit ${missing}.`);
}

export function forbiddenError(message: string): KerbsideError {
  return new KerbsideError('forbidden', message);
}
