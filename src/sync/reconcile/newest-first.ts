import type { Image } from '../../domain/image.ts';
import type { Inspection } from '../../domain/inspection.ts';
import type { RemotePort } from '../sending/remote-port.ts';

interface Page<T> {
  data: readonly T[];
  paging: { next: string | null };
}

const PAGE = 100;
const query = (after: string | undefined) =>
  ({ limit: PAGE, paginationOrder: 'desc', ...(after !== undefined && { after }) }) as const;

/** The caller's inspections, the deleted ones too. A page is asked for when somebody has come to the end of the one before. */
export function inspectionsNewestFirst(remote: RemotePort, signal?: AbortSignal): AsyncGenerator<Inspection> {
  return pages((after) => remote.listInspections({ ...query(after), showDeleted: true }, { signal }));
}

export function imagesNewestFirst(
  remote: RemotePort,
  inspectionId: string,
  signal?: AbortSignal,
): AsyncGenerator<Image> {
  return pages((after) => remote.listImages(inspectionId, query(after), { signal }));
}

async function* pages<T extends { id: string }>(
  page: (after: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let after: string | undefined;
  do {
    const { data, paging } = await page(after);
    yield* data;
    after = paging.next === null ? undefined : data.at(-1)?.id;
  } while (after !== undefined);
}
