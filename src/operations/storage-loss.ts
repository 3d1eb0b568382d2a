import type { Host } from './host.ts';

type LossDeps = Pick<Host, 'events' | 'platform'>;

/**
 * Notices that the browser threw the database away (F18). A note outside the database says since when inspections
 * have been recorded in it; where there is a note and no inspection, they are lost.
 */
export async function noticeLoss(
  host: LossDeps & Pick<Host, 'store' | 'lostSince'>,
  name: string,
): Promise<void> {
  const { store, events } = host;
  const { notes, now } = host.platform;
  const since = notes.read(name);
  const note = () => notes.write(name, notes.read(name) ?? new Date(now()).toISOString());
  const any = { scope: 'all', includeDeleted: true, limit: 1, paginationOrder: 'asc' } as const;
  const isEmpty = async () => (await store.list(any)).records.length === 0; // counting all would take its time
  events.on('inspection.created', note);
  events.on('inspection.imported', note);
  // The app's own clearing up is no loss.
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
  else note();
}

/** To be called last of all when Kerbside opens: who listens as soon as it has opened is to hear it. */
export function tellLoss({ events, lostSince: since }: Pick<Host, 'events' | 'lostSince'>): void {
  if (since !== undefined) setTimeout(() => events.emitLocal({ type: 'storage.lost', since }));
}

/** The database went while Kerbside was open. The other tabs find the new one in its place, and would not notice. */
export function tellLossToAll({ events, platform }: LossDeps, name: string): void {
  const since = platform.notes.read(name);
  if (since !== undefined) events.publish({ type: 'storage.lost', since });
}
