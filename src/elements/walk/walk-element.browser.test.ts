import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { server } from 'vitest/browser';
import { VIEWPOINTS, type Viewpoint } from '../../domain/enums.ts';
import type { WalkPicture, WalkReader } from '../../walk/walk-types.ts';
import { defineElements } from '../define.ts';
import type { KerbsideWalk, WalkDoneDetail } from './walk-element.ts';

/**
 * The camera shows one shade of grey per side, and the reader of these tests knows them. The models of the library read a
 * rendered car in test/e2e/walk-around.test.ts.
 */
const SLOW_MACHINE = { timeout: 180_000 };

beforeAll(() => defineElements());
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

test(
  'records a walk, shows a photo of each side it saw, and hands them to the app',
  SLOW_MACHINE,
  async () => {
    const camera = createShadeCamera();
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(camera.stream);
    const walk = await addWalk();
    button(walk, 'Record a walk').click();
    for (const side of ['front', 'front_left', 'left'] as const) {
      camera.show(side);
      await expect.poll(() => status(walk)).toContain(nameOf(side));
    }
    button(walk, 'Finish').click();
    await expect.poll(() => photoSides(walk)).toEqual(['front', 'front_left', 'left']);
    expect(tile(walk, 'back').textContent).toContain('Not seen');
    expect(camera.isStopped()).toBe(true);
    const done = nextWalk(walk);
    button(walk, 'Use 3 photos').click();
    const { photos, video } = await done;
    expect(photos.map(({ sight }) => sight)).toEqual(['front', 'front_left', 'left']);
    expect(await Promise.all(photos.map(({ photo }) => readShade(photo)))).toEqual([
      'front',
      'front_left',
      'left',
    ]);
    expect(video).toBeUndefined();
    expect(walk.shadowRoot?.querySelector('dialog')).toBeNull();
  },
);

test('exchanges a photo for its neighbours', SLOW_MACHINE, async () => {
  const camera = createShadeCamera();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(camera.stream);
  const walk = await addWalk();
  button(walk, 'Record a walk').click();
  camera.show('left');
  await expect.poll(() => status(walk)).toContain('Left side');
  // Frames that are kept lie 250 ms apart.
  const from = performance.now();
  await expect.poll(() => performance.now() - from).toBeGreaterThan(900);
  button(walk, 'Finish').click();
  await expect.poll(() => photoSides(walk)).toEqual(['left']);
  const positions = () => tile(walk, 'left').querySelector('[role=status]')?.textContent ?? '';
  const [index = 0, total = 0] = positions().match(/\d+/g)?.map(Number) ?? [];
  expect(total).toBeGreaterThan(1);
  const before = tile(walk, 'left').dataset.at;
  const [to, label] = index < total ? [index + 1, 'later'] : [index - 1, 'earlier'];
  tile(walk, 'left').querySelector<HTMLButtonElement>(`[aria-label="Left side: ${label} picture"]`)?.click();
  await walk.updateComplete;
  expect(positions()).toBe(`${to} of ${total}`);
  expect(tile(walk, 'left').dataset.at).not.toBe(before);
});

test(
  'reads a video file, also one of a recorder, which has no duration, and where only a seek shows frames; keeps the video if asked',
  SLOW_MACHINE,
  async ({ skip }) => {
    const camera = createShadeCamera();
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(camera.stream);
    const walk = await addWalk({ keepVideo: true });
    button(walk, 'Record a walk').click();
    for (const side of ['right', 'back_right'] as const) {
      camera.show(side);
      await expect.poll(() => status(walk)).toContain(nameOf(side));
      await new Promise((resolve) => setTimeout(resolve, 500)); // a busy machine records few frames in less time
    }
    button(walk, 'Finish').click();
    await expect.poll(() => photoSides(walk)).toEqual(['back_right', 'right']);
    const done = nextWalk(walk);
    button(walk, 'Use 2 photos').click();
    const { video } = await done;
    skip(!video && server.provider === 'launched', 'This browser has no encoder.');
    if (!video) throw new Error('There is no video.');

    hideFirstFrames();
    choose(walk, new File([video], 'walk.webm', { type: 'video/webm' }));
    await expect.poll(() => photoSides(walk)).toEqual(['back_right', 'right']);
  },
);

test(
  'says what is wrong with a file that is no video, and with a device without a part model',
  SLOW_MACHINE,
  async () => {
    const walk = await addWalk();
    choose(walk, new File(['no video'], 'walk.mp4', { type: 'video/mp4' }));
    const problem = () => walk.shadowRoot?.querySelector('[role=alert]')?.textContent?.trim();
    await expect.poll(problem).toMatch(/cannot play this video/);
    walk.lang = 'fr';
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createShadeCamera().stream);
    walk.models = {
      frames: async () => ({
        ...reader,
        look: async (frame) => ({ ...(await reader.look(frame)), hasPartModel: false }),
      }),
    };
    await walk.updateComplete;
    button(walk, 'Filmer le tour').click();
    await expect.poll(problem).toMatch(/pas de modèle/);
    expect(walk.shadowRoot?.querySelector('dialog')).toBeNull();
  },
);

test('opens a refused camera after the user allowed it, and records', SLOW_MACHINE, async () => {
  const camera = createShadeCamera();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'))
    .mockResolvedValueOnce(camera.stream);
  const walk = await addWalk();
  button(walk, 'Record a walk').click();
  await expect.poll(() => status(walk)).toMatch(/^The camera is blocked/);
  button(walk, 'Try again').click();
  camera.show('left');
  await expect.poll(() => status(walk)).toContain('Left side');
});

const reader: WalkReader = {
  async look(frame) {
    const viewpoint = readPixel(frame);
    frame.close();
    return {
      vehicle: { viewpoint, confidence: 0.9, box: { x0: 0.1, y0: 0.2, x1: 0.9, y1: 0.8 } },
      quality: { blurriness: 0, underexposure: 0, overexposure: 0, lensFlare: 0, lowResolution: 0 },
    };
  },
  async encode(frame) {
    const canvas = new OffscreenCanvas(64, 48);
    canvas.getContext('2d')?.drawImage(frame, 0, 0, 64, 48);
    frame.close();
    return canvas.convertToBlob({ type: 'image/jpeg' });
  },
};

function readPixel(picture: WalkPicture): Viewpoint {
  const context = new OffscreenCanvas(8, 8).getContext('2d');
  context?.drawImage(picture, 0, 0, 8, 8);
  const [shade = 0] = context?.getImageData(4, 4, 1, 1).data ?? [];
  return VIEWPOINTS[Math.round((shade - 20) / 30)] ?? 'front';
}

async function readShade(photo: Blob): Promise<Viewpoint> {
  return readPixel(await createImageBitmap(photo));
}

function createShadeCamera() {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 64, height: 48 });
  const context = canvas.getContext('2d');
  let shade = 20;
  const draw = () => {
    if (context) context.fillStyle = `rgb(${shade} ${shade} ${shade})`;
    context?.fillRect(0, 0, 64, 48);
  };
  const stream = canvas.captureStream(30);
  // A canvas that does not change sends no frames.
  const timer = setInterval(draw, 30);
  const isStopped = () => stream.getTracks().every(({ readyState }) => readyState === 'ended');
  const stopWatch = setInterval(() => {
    if (!isStopped()) return;
    clearInterval(timer);
    clearInterval(stopWatch);
  }, 100);
  return {
    stream,
    isStopped,
    show(side: Viewpoint) {
      shade = 20 + 30 * VIEWPOINTS.indexOf(side);
    },
  };
}

async function addWalk(properties: Partial<KerbsideWalk> = {}): Promise<KerbsideWalk> {
  const walk = document.createElement('kerbside-walk');
  Object.assign(walk, { models: { frames: async () => reader }, ...properties });
  document.body.append(walk);
  await walk.updateComplete;
  return walk;
}

/** iOS does not announce the first frame of a video that does not play. */
function hideFirstFrames(): void {
  const { addEventListener } = EventTarget.prototype;
  vi.spyOn(HTMLVideoElement.prototype, 'addEventListener').mockImplementation(function (
    this: HTMLVideoElement,
    ...parameters: Parameters<typeof addEventListener>
  ) {
    if (parameters[0] !== 'loadeddata') addEventListener.apply(this, parameters);
  });
}

function nextWalk(walk: KerbsideWalk): Promise<WalkDoneDetail> {
  return new Promise((resolve) =>
    walk.addEventListener('walk-done', ({ detail }) => resolve(detail), { once: true }),
  );
}

function button(walk: KerbsideWalk, text: string): HTMLButtonElement {
  const found = [...(walk.shadowRoot?.querySelectorAll('button') ?? [])].find(
    (one) => one.textContent?.trim() === text,
  );
  if (!found) throw new Error(`There is no button ${text}.`);
  return found;
}

function choose(walk: KerbsideWalk, file: File): void {
  const input = walk.shadowRoot?.querySelector<HTMLInputElement>('input[type=file]');
  const transfer = new DataTransfer();
  transfer.items.add(file);
  if (!input) throw new Error('There is no file input.');
  input.files = transfer.files;
  input.dispatchEvent(new Event('change'));
}

function tile(walk: KerbsideWalk, side: Viewpoint): HTMLElement {
  const found = walk.shadowRoot?.querySelector<HTMLElement>(`li[data-side=${side}]`);
  if (!found) throw new Error(`There is no tile of ${side}.`);
  return found;
}

const status = (walk: KerbsideWalk) => walk.shadowRoot?.querySelector('.status')?.textContent?.trim() ?? '';
const photoSides = (walk: KerbsideWalk) =>
  [...(walk.shadowRoot?.querySelectorAll<HTMLElement>('li:not([data-state=missing])') ?? [])].map(
    ({ dataset }) => dataset.side,
  );
const nameOf = (side: 'front' | 'front_left' | 'left' | 'right' | 'back_right') =>
  ({
    front: 'Front',
    front_left: 'Front left',
    left: 'Left side',
    right: 'Right side',
    back_right: 'Rear right',
  })[side];
