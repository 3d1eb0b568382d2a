import type { Host } from './host.ts';

type LossDeps = Pick<Host, 'events' | 'platform'>;

/**
 * Detects that the browser deleted the database (F18). A note outside the database stores when its first inspection was
 * recorded. If there is a note and no inspection, the inspections are lost.
 */
export async function detectStorageLoss(
  host: LossDeps & Pick<Host, 'store' | 'lostSince'>,
  name: string,
): Promise<void> {
  const { store, events } = host;
  const { notes, now } = host.platform;
  const since = notes.read(name);
  const writeNote = () => notes.write(name, notes.read(name) ?? new Date(now()).toISOString());
  const oneOfAll = { scope: 'all', includeDeleted: true, limit: 1, paginationOrder: 'asc' } as const;
  const isEmpty = async () => (await store.list(oneOfAll)).records.length === 0; // faster than `counts`
  events.on('inspection.created', writeNote);
  events.on('inspection.imported', writeNote);
  // Inspections that the app purged are not lost.
  events.on('inspection.purged', () =>
    isEmpty().then(
      (empty) => empty && notes.write(name, undefined),
      () => {},
    ),
  );
  events.on('storage.lost', (loss) => {
    host.lostSince = loss.since;
  });
  if (await isEmpty()) host.lostSince = since;
  else writeNote();
}

/** Emits a detected loss in the next macrotask, so that handlers added right after `openKerbside` get it. */
export function emitStorageLoss({ events, lostSince: since }: Pick<Host, 'events' | 'lostSince'>): void {
  if (since !== undefined) setTimeout(() => events.emitLocal({ type: 'storage.lost', since }));
}

/** Publishes a loss that happened while Kerbside was open. Other tabs open the new database and would not notice. */
export function publishStorageLoss({ events, platform }: LossDeps, name: string): void {
  const since = platform.notes.read(name);
  if (since !== undefined) events.publish({ type: 'storage.lost', since });
}
