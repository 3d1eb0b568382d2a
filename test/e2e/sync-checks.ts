import { expect } from 'vitest';
import type { RemoteClient } from '../../src/remote/client.ts';
import type { Recorded } from './sync-page.ts';

/** Checks that the service has exactly the recorded inspections, including deleted ones. Compares photos by their bytes. */
export async function expectAllOnce(remote: RemoteClient, recorded: readonly Recorded[]): Promise<void> {
  const { data } = await remote.inspections.getMany({ limit: 500, showDeleted: true });
  const bookings = data.map(({ additionalData }) => Number(additionalData?.booking));
  expect(bookings.toSorted((one, other) => one - other)).toEqual(recorded.map(({ booking }) => booking));

  for (const { id, additionalData } of data) {
    const wanted = recorded.find(({ booking }) => booking === additionalData?.booking);
    if (wanted) await expectInspection(remote, id, wanted);
  }
}

async function expectInspection(remote: RemoteClient, id: string, wanted: Recorded): Promise<void> {
  const { entities } = await remote.inspections.getOne(id, { showDeletedObjects: true });
  const { images, tasks, damages, views, severityResults, vehicles } = entities;
  const photos: [string, string][] = [];
  for (const image of Object.values(images)) {
    photos.push([image.name ?? '', (await remote.images.photo(image.id)).sha256]);
  }
  expect(photos.toSorted()).toEqual(Object.entries(wanted.photos).toSorted());
  expect(Object.values(tasks)).toMatchObject([{ name: 'damage_detection', status: 'TODO' }]);

  const corrections = {
    damages: Object.values(damages)
      .map(({ damageType, deletedAt }) => `${damageType}${deletedAt ? ', deleted' : ''}`)
      .toSorted(),
    views: Object.values(views).map(({ imageId, boundingBox }) => [images[imageId]?.name, boundingBox.xmin]),
    severities: Object.values(severityResults).map(({ value }) => value?.customSeverity?.level),
    colors: Object.values(vehicles).flatMap(({ color }) => color ?? []),
    comments: [entities.inspections[id]?.additionalData?.pdf_data].filter((data) => data !== undefined),
  };
  expect(corrections).toEqual(
    wanted.isCorrected
      ? {
          damages: ['dent', 'scratch, deleted'],
          views: [['photo 0', 100]],
          severities: [3],
          colors: ['blue'],
          comments: [{ comment: 'hail' }],
        }
      : { damages: [], views: [], severities: [], colors: [], comments: [] },
  );
}
