import type { Image } from '../../domain/records/image.ts';
import type { Inspection } from '../../domain/records/inspection.ts';
import type { RemotePort } from '../connection/remote-port.ts';

interface Page<T> {
  data: readonly T[];
  paging: { next: string | null };
}

const PAGE_SIZE = 100;

/** Lists the user's inspections, deleted ones included. Each page is requested when the previous one is used up. */
export function listInspectionsNewestFirst(
  remote: RemotePort,
  signal?: AbortSignal,
): AsyncGenerator<Inspection> {
  return iteratePages((after) =>
    remote.listInspections({ ...createQuery(after), showDeleted: true }, { signal }),
  );
}

export function listImagesNewestFirst(
  remote: RemotePort,
  inspectionId: string,
  signal?: AbortSignal,
): AsyncGenerator<Image> {
  return iteratePages((after) => remote.listImages(inspectionId, createQuery(after), { signal }));
}

function createQuery(after: string | undefined) {
  return { limit: PAGE_SIZE, paginationOrder: 'desc', ...(after !== undefined && { after }) } as const;
}

async function* iteratePages<T extends { id: string }>(
  readPage: (after: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let after: string | undefined;
  do {
    const { data, paging } = await readPage(after);
    yield* data;
    after = paging.next === null ? undefined : data.at(-1)?.id;
  } while (after !== undefined);
}
