import type { Host } from './host.ts';

/**
 * Notices that the browser threw the database away (F18). A note outside the database says since when inspections
 * have been recorded in it; where there is a note and no inspection, they are lost. Answers since when.
 */
export async function noticeLoss(
  { store, events, platform }: Pick<Host, 'store' | 'events' | 'platform'>,
  name: string,
): Promise<string | undefined> {
  const { notes, now } = platform;
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
  if (await isEmpty()) return since;
  note();
  return undefined;
}

/** To be called last of all when Kerbside opens: who listens as soon as it has opened is to hear it. */
export function tellLoss({ events, lostSince: since }: Pick<Host, 'events' | 'lostSince'>): void {
  if (since !== undefined) setTimeout(() => events.tellHere({ type: 'storage.lost', since }));
}
