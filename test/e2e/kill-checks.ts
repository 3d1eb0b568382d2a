import { expect } from 'vitest';
import type { Found, Resolved } from './kill-page.ts';

/** Checks that each resolved call has stored its inspection, its images with their bytes, and their operations. */
export function expectResolvedCallsStored(found: Found, resolved: readonly Resolved[]): void {
  const photos = new Map(
    found.inspections.flatMap(({ id, images }) =>
      images.map((image) => [image.id, { inspectionId: id, sha256: image.photoSha256 }]),
    ),
  );
  const toSend = imagesToSend(found);
  for (const { inspectionId, images } of resolved) {
    expect(images.length).toBeGreaterThan(0);
    for (const { id, sha256 } of images) {
      expect(photos.get(id), `image ${id}`).toEqual({ inspectionId, sha256 });
      expect(toSend.get(id), `operation of image ${id}`).toBe(inspectionId);
    }
  }
}

/** Checks that records, photos and operations agree: a killed call is stored completely or not at all. */
export function expectConsistentRecords({ inspections, operations, counts }: Found): void {
  const images = inspections.flatMap(({ id, images: own }) => own.map((image) => ({ ...image, owner: id })));
  for (const { id, sha256, photoSha256 } of images) expect(photoSha256, `photo of ${id}`).toBe(sha256);

  const owners = new Map(images.map(({ id, owner }) => [id, owner]));
  const added = operations.filter(({ kind }) => kind === 'image.add');
  for (const { imageId, inspectionId } of added) {
    expect(owners.get(imageId ?? ''), `image ${imageId} of an operation`).toBe(inspectionId);
  }
  const created = operations.filter(({ kind }) => kind === 'inspection.create');
  expect(new Set(created.map(({ inspectionId }) => inspectionId))).toEqual(
    new Set(inspections.map(({ id }) => id)),
  );
  const sequences = operations.map(({ sequence }) => sequence);
  expect(new Set(sequences).size).toBe(sequences.length);

  expect(counts).toEqual({
    inspections: inspections.length,
    photos: images.length,
    operations: created.length + added.length,
  });
  expect(added).toHaveLength(images.length);
  expect(created).toHaveLength(inspections.length);
}

function imagesToSend({ operations }: Found): Map<string, string> {
  return new Map(
    operations.flatMap(({ kind, imageId, inspectionId }) =>
      kind === 'image.add' && imageId !== undefined ? [[imageId, inspectionId]] : [],
    ),
  );
}
