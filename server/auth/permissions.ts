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
const withPrefix = (names: readonly string[]) => names.map((name) => `${PREFIX}${name}`);
const inspectionPermissions = (suffix: string) =>
  ['read', 'update', 'write'].map((verb) => `inspections:${verb}${suffix}`);

/** Permissions for the user's own records. */
export const OWN_PERMISSIONS = withPrefix([
  ...TASK_PERMISSIONS,
  'inspections:create',
  ...inspectionPermissions(''),
]);
/** Permissions for the user's own records and those of the organization. */
export const ORGANIZATION_PERMISSIONS = [
  ...OWN_PERMISSIONS,
  ...withPrefix(inspectionPermissions('_organization')),
];
/** Permissions for the records of all users. */
export const ALL_PERMISSIONS = [...ORGANIZATION_PERMISSIONS, ...withPrefix(inspectionPermissions('_all'))];

/** The identity behind a signed link. It can only be used for the path that was signed. */
export const LINK_HOLDER: Identity = {
  user: { id: 'link' },
  permissions: new Set(withPrefix(['inspections:read_all'])),
};

/** `update` changes the content of an inspection. `write` includes `update` and also deletes it. */
export type Access = 'read' | 'update' | 'write';
const GRANTED_BY: Record<Access, readonly Access[]> = {
  read: ['read'],
  update: ['update', 'write'],
  write: ['write'],
};

type Owned = Pick<InspectionRecord, 'ownerId' | 'organizationId'>;

/** Returns true if the caller may access the inspection: as its owner, through the organization, or as one of all. */
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

/** Returns true if both inspections have the same organization. Without organizations, compares the owners. */
export function belongToSameOrganization(a: Owned, b: Owned): boolean {
  if (a.organizationId !== b.organizationId) return false;
  return a.organizationId !== undefined || a.ownerId === b.ownerId;
}

/** Returns true if the caller may list this scope. A wider permission includes the caller's own records. */
export function canList({ user, permissions }: Identity, scope: Scope): boolean {
  const has = (...suffixes: string[]) =>
    suffixes.some((suffix) => permissions.has(`${PREFIX}inspections:read${suffix}`));
  if (scope === 'all') return has('_all');
  if ('ownerId' in scope) return scope.ownerId === user.id && has('', '_organization', '_all');
  return scope.organizationId === user.organizationId && has('_organization', '_all');
}

export function canCreate({ permissions }: Identity): boolean {
  return withPrefix(['inspections:create', 'inspections:write']).some((name) => permissions.has(name));
}

/**
 * Checks the permissions for tasks and for photo compliances: each has its own.
 *
 * @throws `forbidden` if one is missing.
 */
export function requireTaskPermissions(
  { permissions }: Identity,
  tasks: readonly (TaskName | 'compliances')[],
): void {
  const missing = tasks.find((task) => !permissions.has(PREFIX + task));
  if (missing !== undefined) throw forbiddenError(`The token has no permission for ${missing}.`);
}

export function forbiddenError(message: string): KerbsideError {
  return new KerbsideError('forbidden', message);
}
