import { describe, expect, test } from 'vitest';
import type { PhotoSource } from '../../src/domain/api/inspection-api.ts';
import { IMAGE_ROTATIONS, IMAGE_TYPES } from '../../src/domain/enums.ts';
import type { CreateImageInput } from '../../src/domain/records/image.ts';
import { readPhotoHeader } from '../../src/photo/header/read-header.ts';
import {
  type ApiUnderTest,
  createClients,
  getOnlyRecord,
  ISO_TIME,
  rejection,
  rejectionCode,
  UUID,
} from './api-under-test.ts';
import { everyImageField, everyTaskOption } from './every-field.ts';

export function imageConformance(service: ApiUnderTest): void {
  describe('an image', () => {
    const { newClient, photo } = createClients(service);
    const createInspection = async () => {
      const api = await newClient();
      return { api, id: (await api.inspections.createOne({ tasks: everyTaskOption })).result };
    };

    // Proves spec 2.6, spec 2.21, spec 4.16.
    test('requires only a photo; the other fields come from it or have defaults', async () => {
      const { api, id } = await createInspection();
      const { result, entities } = await api.images.addOne(id, {}, await photo(1, { width: 80, height: 60 }));
      const image = getOnlyRecord(entities.images);
      const { bytes } = await api.images.photo(result);
      expect(image).toMatchObject({
        id: expect.stringMatching(UUID),
        name: image.id,
        imageWidth: 80,
        imageHeight: 60,
        binarySize: bytes.byteLength,
        mimetype: 'image/jpeg',
        rotateImageBeforeUpload: 'NO_ROTATION',
        imageType: 'unknown',
        tasks: [],
        compliances: {},
        inspection: { id },
        views: [],
      });
      expect(result).toBe(image.id);
      expect(image.path).toContain(image.id);
      // Nothing is known about what a model would find on it.
      expect(image.detectionLimit).toBeUndefined();
      expect(image.createdAt).toMatch(ISO_TIME);
    });

    // Proves spec 2.6, spec 2.8, spec 2.12.
    test('returns every input field from add, get and list', async () => {
      const { api, id } = await createInspection();
      const { result: imageId, entities } = await api.images.addOne(
        id,
        toInput(everyImageField),
        await photo(),
      );
      const { tasks, compliances: _compliances, ...fields } = everyImageField;
      const image = getOnlyRecord(entities.images);
      expect(image).toMatchObject(fields);
      expect(image.tasks).toEqual([...tasks.slice(0, 3), { name: 'repair_estimate' }]);
      expect((await api.images.getOne(id, imageId)).entities.images).toEqual(entities.images);
      expect((await api.images.getMany(id)).data).toEqual([image]);
      expect((await api.inspections.getOne(id)).entities.images).toEqual(entities.images);
    });

    // Proves spec 1.6, spec 2.7, wire D6.
    test('has the requested checks under the service’s names, without a result', async () => {
      const { api, id } = await createInspection();
      const { entities } = await api.images.addOne(id, toInput(everyImageField), await photo());
      expect(getOnlyRecord(entities.images).compliances).toEqual({
        image_quality_assessment: { status: 'TODO', is_compliant: null, reasons: [] },
        coverage_360: { status: 'TODO', is_compliant: null, reasons: [], sight_id: 'sight-9' },
      });
    });

    test.each([
      ['a number', 4],
      ['a text', 'area-1'],
      ['an area', { id: 'area-1', relevantElements: ['hood'] }],
    ])('accepts its damage area as %s', async (_form, damageArea) => {
      const { api, id } = await createInspection();
      const { entities } = await api.images.addOne(id, { damageArea }, await photo());
      expect(getOnlyRecord(entities.images).damageArea).toEqual(damageArea);
    });

    test.each([
      ...IMAGE_TYPES.map((imageType) => ({ imageType })),
      ...IMAGE_ROTATIONS.map((rotateImageBeforeUpload) => ({ rotateImageBeforeUpload })),
    ])('accepts %j', async (field) => {
      const { api, id } = await createInspection();
      const { entities } = await api.images.addOne(id, field, await photo());
      expect(getOnlyRecord(entities.images)).toMatchObject(field);
    });

    // Proves wire D7.
    test.each([
      ['CLOCKWISE_90', { imageWidth: 48, imageHeight: 64 }, 6],
      ['CLOCKWISE_180', { imageWidth: 64, imageHeight: 48 }, 3],
      ['CLOCKWISE_270', { imageWidth: 48, imageHeight: 64 }, 8],
    ] as const)('is rotated before it is stored: %s', async (rotateImageBeforeUpload, size, orientation) => {
      const { api, id } = await createInspection();
      const input = { rotateImageBeforeUpload };
      const { result: imageId, entities } = await api.images.addOne(id, input, await photo());
      const { bytes } = await api.images.photo(imageId);
      expect(getOnlyRecord(entities.images)).toMatchObject({
        ...size,
        ...input,
        binarySize: bytes.byteLength,
        sha256: await sha256(new Uint8Array(bytes)),
      });
      expect(readPhotoHeader(new Uint8Array(bytes))).toMatchObject({ ok: true, header: { orientation } });
      const { result: damageId } = await api.damages.createOne(id, { damageType: 'dent', partType: 'hood' });
      const whole = { xmin: 0, ymin: 0, width: size.imageWidth, height: size.imageHeight };
      await api.views.createOne(id, { imageId, damageId, boundingBox: whole });
      const larger = { ...whole, width: whole.width + 1 };
      const error = await rejection(api.views.createOne(id, { imageId, damageId, boundingBox: larger }));
      expect(error.code).toBe('invalid_input');
    });

    // Proves spec 4.16.
    test('returns the photo byte for byte, for every type of source', async () => {
      const { api, id } = await createInspection();
      const bytes = await bytesOf(await photo());
      const padded = new Uint8Array(bytes.byteLength + 7);
      padded.set(bytes, 5);
      const forms: PhotoSource[] = [
        bytes,
        bytes.slice().buffer,
        new Blob([bytes]),
        new File([bytes], 'photo.jpg', { type: 'image/png' }),
        padded.subarray(5, 5 + bytes.byteLength),
        new DataView(padded.buffer, 5, bytes.byteLength),
      ];
      for (const form of forms) {
        const { result, entities } = await api.images.addOne(id, {}, form);
        const read = await api.images.photo(result);
        expect(new Uint8Array(read.bytes)).toEqual(bytes);
        expect(read).toMatchObject({ type: 'image/jpeg', sha256: await sha256(bytes) });
        expect(getOnlyRecord(entities.images)).toMatchObject({ sha256: read.sha256, mimetype: 'image/jpeg' });
      }
    });

    test('is not affected by later changes to the caller’s bytes', async () => {
      const { api, id } = await createInspection();
      const bytes = await bytesOf(await photo());
      const adding = api.images.addOne(id, {}, bytes);
      const before = bytes.slice();
      bytes.fill(0);
      expect(new Uint8Array((await api.images.photo((await adding).result)).bytes)).toEqual(before);
    });

    // Proves spec 2.10.
    test('rejects a task that is listed twice', async () => {
      const { api, id } = await createInspection();
      const twice: CreateImageInput = { tasks: ['images_ocr', { name: 'image_ocr' }] };
      const error = await rejection(api.images.addOne(id, twice, await photo()));
      expect(error).toMatchObject({ code: 'invalid_input', details: { path: 'image.tasks' } });
    });

    // Proves spec 2.6.
    test('belongs only to its inspection', async () => {
      const { api, id } = await createInspection();
      const { result: imageId } = await api.images.addOne(id, {}, await photo());
      const { result: other } = await api.inspections.createOne({ tasks: {} });
      expect(await rejectionCode(api.images.getOne(other, imageId))).toBe('not_found');
      expect(await rejectionCode(api.images.deleteOne(other, imageId))).toBe('not_found');
      expect((await api.images.getMany(other)).data).toEqual([]);
    });

    test('rejects a file that is not a photo and stores nothing', async () => {
      const { api, id } = await createInspection();
      const text = new TextEncoder().encode('This is not a photo.');
      expect(await rejection(api.images.addOne(id, {}, text))).toMatchObject({
        code: 'photo_invalid',
        details: { reason: 'not_an_image' },
      });
      expect((await api.images.getMany(id)).data).toEqual([]);
    });
  });
}

/** Returns a mutable copy: the types of inputs have mutable lists. */
function toInput(input: typeof everyImageField): CreateImageInput {
  return structuredClone(input) as unknown as CreateImageInput;
}

async function bytesOf(photo: PhotoSource): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(photo as BodyInit).arrayBuffer());
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
