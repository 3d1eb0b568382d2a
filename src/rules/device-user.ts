import type { User } from './rule.ts';
import type { InspectionRecord } from './state.ts';

/**
 * Returns to whom the operations belong that a tab records without a user's command: results of this device, and what a
 * merge of the service's results adds.
 *
 * An inspection of a stranger may be open on this device. The service would reject the operations of the tab's user for
 * good, so they belong to the owner.
 */
export function chooseDeviceUser(
  user: User,
  { ownerId, organizationId }: Pick<InspectionRecord, 'ownerId' | 'organizationId'>,
): User {
  const isShared = organizationId !== undefined && organizationId === user.organizationId;
  return isShared || ownerId === user.id ? user : { id: ownerId };
}
