import { expect, onTestFinished, test, vi } from 'vitest';
import type { FrameView } from '../analysis/guide/frame-view.ts';
import type { Sight } from '../domain/sights/sight.ts';
import { KerbsideError } from '../errors.ts';
import type { FrameReader } from '../inference/frame-reader.ts';
import { encodeFrame } from '../inference/frames/frame-pixels.ts';
import type { GuidePhoto, LiveGuideOptions } from './guide.ts';
import { liveGuide } from './live-guide.ts';

const FRONT: Sight = { kind: 'viewpoint', id: 'front' };
const LEFT: Sight = { kind: 'viewpoint', id: 'left' };
const BOX = { x0: 0.1, y0: 0.2, x1: 0.9, y1: 0.8 };

/** The picture of the camera: one side of a vehicle, sharp and well lit. */
const viewOf = (viewpoint: 'front' | 'left'): FrameView => ({
  width: 320,
  height: 240,
  hasPartModel: true,
  vehicle: { box: BOX, viewpoint, confidence: 0.9 },
  quality: { blurriness: 0.1, underexposure: 0.1, overexposure: 0, lensFlare: 0, lowResolution: 0 },
  thumbnail: { width: 1, height: 1, data: new Uint8Array(1) },
});

/** A reader for which every frame shows the same, and which counts them. */
function createReader(view: FrameView) {
  const read = { frames: 0, atOnce: 0, most: 0 };
  const look: FrameReader['look'] = async (frame) => {
    read.frames += 1;
    read.atOnce += 1;
    read.most = Math.max(read.most, read.atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    frame.close();
    read.atOnce -= 1;
    return view;
  };
  const reader: FrameReader = {
    look,
    assess: look,
    readText: () => Promise.reject(new Error('not needed')),
    findDamages: () => Promise.reject(new Error('not needed')),
    encode: (frame) => encodeFrame(frame).finally(() => frame.close()),
  };
  return { reader, read };
}

/** The stream of a canvas that is drawn again and again. */
function createCamera(): MediaStream {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 320, height: 240 });
  const context = canvas.getContext('2d');
  const timer = setInterval(() => context?.fillRect(0, 0, 10, 10), 20);
  const stream = canvas.captureStream();
  onTestFinished(() => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  });
  return stream;
}

function start(reader: FrameReader | KerbsideError, options: Partial<LiveGuideOptions> = {}) {
  const photos: GuidePhoto[] = [];
  const errors: unknown[] = [];
  const guide = liveGuide(createCamera(), {
    models: {
      frames: async () => {
        if (reader instanceof KerbsideError) throw reader;
        return reader;
      },
    },
    sights: [FRONT],
    onPhoto: (photo) => {
      photos.push(photo);
      return undefined;
    },
    onError: (error) => errors.push(error),
    ...options,
  });
  onTestFinished(() => guide.close());
  return { guide, photos, errors };
}

test('takes the photo of each sight by itself and goes on, one frame in flight', async () => {
  const { reader, read } = createReader(viewOf('front'));
  const { guide, photos } = start(reader, { sights: [FRONT, LEFT] });
  await expect
    .poll(() => guide.status)
    .toMatchObject({ phase: 'instructing', instruction: 'walk_right', sight: LEFT });
  expect(photos.map(({ sight, isAutomatic }) => [sight.id, isAutomatic])).toEqual([['front', true]]);
  expect((await createImageBitmap(photos[0]?.photo ?? new Blob())).width).toBe(320);
  expect(read.most).toBe(1);
});

test('takes a photo by hand while it instructs, and when no frame can be read', async () => {
  const { reader } = createReader(viewOf('left'));
  const guided = start(reader);
  await expect.poll(() => guided.guide.status.instruction).toBe('walk_left');
  await guided.guide.takePhoto();
  expect(guided.photos.map(({ isAutomatic }) => isAutomatic)).toEqual([false]);
  expect(guided.guide.status.phase).toBe('done');

  const unguided = start(new KerbsideError('unsupported', 'No models.'));
  await expect.poll(() => unguided.guide.status.phase).toBe('unavailable');
  await expect.poll(() => unguided.guide.takePhoto().then(() => unguided.photos.length)).toBe(1);
});

test('stays at a sight whose photo the app rejects', async () => {
  const { reader } = createReader(viewOf('front'));
  let count = 0;
  const { guide } = start(reader, {
    onPhoto: () => {
      count += 1;
      return count > 1;
    },
  });
  await expect.poll(() => guide.status.phase).toBe('done');
  expect(count).toBe(2);
});

test('reads nothing while the page is hidden', async () => {
  const { reader, read } = createReader(viewOf('left'));
  start(reader);
  await expect.poll(() => read.frames).toBeGreaterThan(2);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await expect
    .poll(async () => {
      const before = read.frames;
      await new Promise((resolve) => setTimeout(resolve, 400));
      return read.frames - before;
    })
    .toBe(0);
  const before = read.frames;
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => read.frames).toBeGreaterThan(before);
});

/** A camera whose photos have more pixels than its video. Returns how many it took. */
function stubLargePhotos(photo: Blob) {
  const taken = { photos: 0 };
  vi.stubGlobal(
    'ImageCapture',
    class {
      getPhotoCapabilities = async () => ({ imageWidth: { max: 4000 } });
      takePhoto = async () => {
        taken.photos += 1;
        return photo;
      };
    },
  );
  return taken;
}

/** A photo of a width that no frame has: the reader recognizes it. */
const PHOTO_WIDTH = 1280;
const drawPhoto = async () => {
  const canvas = new OffscreenCanvas(PHOTO_WIDTH, 960);
  canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
  return canvas.convertToBlob({ type: 'image/jpeg' });
};

test('takes the photo of a camera that has more pixels than its video', async () => {
  const large = await drawPhoto();
  stubLargePhotos(large);
  const { reader } = createReader(viewOf('front'));
  const { photos } = start(reader);
  await expect.poll(() => photos.length).toBe(1);
  expect(photos[0]?.photo).toBe(large);
});

test('takes a poor photo of such a camera again, then takes the sharpest frame instead', async () => {
  const taken = stubLargePhotos(await drawPhoto());
  const { reader } = createReader(viewOf('front'));
  const { guide, photos } = start({
    ...reader,
    async assess(frame) {
      const isPhoto = 'width' in frame && frame.width === PHOTO_WIDTH;
      const view = await reader.assess(frame);
      return isPhoto ? { ...view, quality: { ...view.quality, blurriness: 0.9 } } : view;
    },
  });
  await expect.poll(() => guide.status.phase, { timeout: 20_000 }).toBe('done');
  expect(taken.photos).toBe(3);
  expect(photos.length).toBe(1);
  expect((await createImageBitmap(photos[0]?.photo ?? new Blob())).width).toBe(320);
});
