import type { Store } from '../../../src/store/store.ts';

/** Everything a store holds: inspections with their versions, photos and the outbox. */
export async function dumpStore(store: Store) {
  const everything = { scope: 'all', includeDeleted: true, limit: 10_000, paginationOrder: 'asc' } as const;
  const { records } = await store.list(everything);
  const inspections = await Promise.all(records.map(({ inspection }) => store.load(inspection.id)));
  const images = records.flatMap((state) => state.images);
  const photos = await Promise.all(images.map(({ id }) => store.photo(id)));
  return { inspections, photos, operations: await store.operations(), counts: await store.counts() };
}
