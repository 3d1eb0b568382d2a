import { openKerbside } from 'kerbside';
import { deviceModels } from 'kerbside/models';
import { expect, it, onTestFinished, vi } from 'vitest';
import { platePicture } from '../fixtures/text-pictures.ts';
import { createOnnxruntimeWorker, RUNTIME_URL } from './support/engine-harness.ts';

/** Draws an SVG as a JPEG photo. */
async function drawPhoto(svg: string): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
}

/** Makes every later request fail. */
function goOffline(): void {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

it('reads a number plate offline after preload', async () => {
  const models = deviceModels({
    workers: { wasm: createOnnxruntimeWorker },
    folder: '/models/',
    runtime: RUNTIME_URL,
  });
  const kerbside = await openKerbside({ user: { id: 'inspector' }, database: crypto.randomUUID(), models });
  onTestFinished(() => kerbside.close());
  await models.preload(['images_ocr']);
  goOffline();

  const { result: id } = await kerbside.inspections.createOne({ tasks: { images_ocr: {} } });
  const tasks = [{ name: 'images_ocr', imageDetails: { imageType: 'PLATE' } } as const];
  await kerbside.images.addOne(id, { tasks }, await drawPhoto(platePicture('AB-482-CD')));
  await kerbside.tasks.updateOne(id, 'images_ocr', { status: 'TODO' });
  await kerbside.tasks.whenDone(id, 'images_ocr');

  const { entities } = await kerbside.inspections.getOne(id);
  expect(Object.values(entities.vehicles)).toMatchObject([{ plate: 'AB482CD' }]);
  const [document] = Object.values(entities.documents);
  expect(document).toMatchObject({
    type: 'PLATE',
    createdBy: { model: 'text-recognizer', engine: 'onnxruntime-web 1.30.0 wasm' },
  });
  // One recognizer reads the dashes, the other leaves them out.
  expect(document?.content).toMatchObject({ lines: [{ text: expect.stringMatching(/^AB-?482-?CD$/) }] });
}, 180_000);
