import type { PauseReason, SyncStatus } from '../../domain/api/sync-status.ts';
import type { Names } from '../../domain/names/names.ts';
import type { DeliveryReason } from '../../domain/outbox/delivery.ts';
import type { ElementMessages } from '../locales/messages.ts';

/** Returns the summary of the outbox: `5 waiting · 1 being sent · 4.2 MB of photos to upload`. */
export function summarizeStatus(
  { operations, photoBytes, blocked, ofOthers }: SyncStatus,
  messages: ElementMessages['sync'],
  names: Names,
): string {
  const waiting = operations.queued + operations.waiting - ofOthers;
  const parts = [
    waiting > 0 && messages.waiting(waiting),
    ofOthers > 0 && messages.ofOthers(ofOthers),
    operations.sending > 0 && messages.sending(operations.sending),
    blocked.length > 0 && messages.blocked(blocked.length),
    photoBytes && messages.toUpload(names.bytes(photoBytes)),
  ];
  return parts.filter(Boolean).join(' · ') || messages.allSent;
}

/**
 * Returns why nothing is sent; null if something may be.
 *
 * After a reload nothing is paused, because nothing was tried yet. If operations wait and the device is offline, or the last
 * attempt got no response, the service counts as unreachable.
 */
export function getPauseReason(status: SyncStatus, isOnline: boolean): PauseReason | null {
  if (status.paused) return status.paused;
  const { operations, ofOthers, waitingReason } = status;
  const isWaiting = operations.queued + operations.waiting > ofOthers;
  return isWaiting && (!isOnline || hadNoResponse(waitingReason)) ? 'unreachable' : null;
}

function hadNoResponse(reason: DeliveryReason | null): boolean {
  if (!reason || reason.status !== undefined) return false;
  return reason.code === 'remote_unavailable' || reason.code === 'timeout';
}
