import { throwIfAborted } from '../errors.ts';
import type { Platform } from '../platform/ports.ts';
import type { User } from '../rules/rule-context.ts';
import { type InspectionState, notFound } from '../rules/state.ts';
import type { Store } from '../store/store.ts';
import type { Changes } from './changes.ts';
import type { EventHub } from './events.ts';
import { loadByAnyId } from './load-by-any-id.ts';
import type { PhotoIntakeDeps } from './photo-intake.ts';
import type { StorageGuard } from './storage-guard.ts';

/** The parts that every operation works with. */
export interface Host {
  store: Store;
  changes: Changes;
  events: EventHub;
  platform: Platform;
  user: User;
  intake: PhotoIntakeDeps;
  guard: StorageGuard;
  /** Since when inspections had been recorded in a database that the browser threw away. */
  lostSince?: string | undefined;
}

export async function loadInspection(
  { store }: Pick<Host, 'store'>,
  inspectionId: string,
  signal?: AbortSignal,
): Promise<InspectionState> {
  throwIfAborted(signal);
  const loaded = await loadByAnyId(store, inspectionId);
  throwIfAborted(signal);
  if (!loaded) throw notFound('inspection', inspectionId);
  return loaded.state;
}
