import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page, server } from 'vitest/browser';
import { sightsFor } from '../../domain/sights/sights.ts';
import { defineElements } from '../define.ts';
import type { KerbsideCapture } from './capture-element.ts';
import type { PhotoTakenDetail } from './shot.ts';

const SLOW_MACHINE = { timeout: 30_000 };
/** Firefox dispatches no `ended` that a script makes to the track of a canvas. */
const canEndCamera = server.browser !== 'firefox';

beforeAll(() => defineElements());
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

test('shows one tile per sight, named in the language of the page', async () => {
  const capture = await addCapture();
  expect(capture.shadowRoot?.querySelectorAll('[data-sight]')).toHaveLength(8);
  expect(tile(capture, 'front_left').textContent).toContain('Front left');
  capture.lang = 'fr';
  await capture.updateComplete;
  expect(tile(capture, 'front_left').textContent).toContain('Avant gauche');
});

test('inherits the language through shadow roots, and so do the elements it contains', async () => {
  const host = document.createElement('section');
  host.lang = 'fr';
  document.body.append(host);
  const capture = await addCapture({
    shots: {
      front: { id: 'one', verdict: 'unknown', photo: new Blob(['no picture'], { type: 'image/heic' }) },
    },
  });
  host.attachShadow({ mode: 'open' }).append(capture);
  capture.requestUpdate();
  await capture.updateComplete;
  expect(tile(capture, 'front_left').textContent).toContain('Avant gauche');
  const photo = tile(capture, 'front').querySelector('kerbside-photo');
  await expect.poll(() => photo?.shadowRoot?.querySelector('.missing')?.textContent).toMatch(/ne peut pas/);
});

test('emits a chosen file as the photo of its sight', async () => {
  const capture = await addCapture({ source: 'files' });
  const taken = nextPhoto(capture);
  choose(tile(capture, 'back'), new File(['photo'], 'rear.jpg', { type: 'image/jpeg' }));
  const { sight, photo } = await taken;
  expect([sight, await photo.text()]).toEqual(['back', 'photo']);
});

test('shows why a photo was rejected above the tiles, until the next photo', async () => {
  const capture = await addCapture({ source: 'files' });
  const problem = () => capture.shadowRoot?.querySelector('[role=alert]')?.textContent?.trim();
  const chooseFile = () =>
    choose(tile(capture, 'back'), new File(['photo'], 'rear.jpg', { type: 'image/jpeg' }));
  capture.addEventListener('photo-taken', () =>
    queueMicrotask(() => {
      expect(capture.problem).toBe('');
      capture.problem = 'This is not a photo.';
    }),
  );
  for (let again = 0; again < 2; again += 1) {
    chooseFile();
    await capture.updateComplete;
    await expect.poll(problem).toBe('This is not a photo.');
  }
});

test('shows why a photo is bad and offers a retake, unless it is locked', async () => {
  const capture = await addCapture({ source: 'files' });
  capture.shots = { front: { id: 'one', verdict: 'bad', reason: 'Too dark.' } };
  await capture.updateComplete;
  expect(tile(capture, 'front').textContent).toContain('Too dark.');
  expect(labels(tile(capture, 'front'))).toContain('Retake photo: Front');
  capture.locked = true;
  await capture.updateComplete;
  expect(labels(tile(capture, 'front'))).toEqual([]);
});

test('the camera shows the silhouette, takes a photo, waits for the verdict, and moves on if it is good', async () => {
  const { stream, stopped } = createCanvasCamera();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const capture = await addCapture();
  const shutter = await openCamera(capture);
  expect(capture.shadowRoot?.querySelector('dialog .silhouette')).not.toBeNull();
  const taken = nextPhoto(capture);
  shutter.focus();
  shutter.click();
  const { sight, photo } = await taken;
  expect([sight, photo.type]).toEqual(['front', 'image/jpeg']);
  expect((await createImageBitmap(photo)).width).toBe(320);

  await capture.updateComplete;
  expect(status(capture)).toBe('Checking the photo…');
  capture.shots = { front: { id: 'one', verdict: 'checking' } };
  await capture.updateComplete;
  expect(status(capture)).toBe('Checking the photo…');
  capture.shots = { front: { id: 'one', verdict: 'good' } };
  await expect.poll(() => status(capture)).toBe('Front ✓ · Front left: line up the vehicle with the outline');
  expect(capture.shadowRoot?.activeElement?.className).toBe('shutter');
  capture.shadowRoot?.querySelector<HTMLButtonElement>('header button')?.click();
  await expect.poll(stopped).toBe(true);
});

test('a bad photo stays in sight, with its reason, until it is taken again or kept', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const capture = await addCapture();
  const buttons = () => [...(capture.shadowRoot?.querySelectorAll<HTMLButtonElement>('footer button') ?? [])];
  const names = () => buttons().map(({ textContent }) => textContent?.trim());
  (await openCamera(capture)).click();
  await expect.poll(names).toEqual(['Retake']);
  capture.shots = { front: { id: 'one', verdict: 'bad', reason: 'Too dark.' } };
  await expect.poll(names).toEqual(['Retake', 'Keep anyway']);
  expect(status(capture)).toBe('Too dark.');
  buttons()[1]?.click();
  await expect.poll(() => status(capture)).toMatch(/^Front left: line up/);
});

test('a photo whose check takes long, as without models, does not hold up the next one', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const capture = await addCapture();
  const goOn = () => capture.shadowRoot?.querySelector<HTMLButtonElement>('footer .go-on');
  const taken = nextPhoto(capture);
  (await openCamera(capture)).click();
  await taken;
  capture.shots = { front: { id: 'one', verdict: 'checking' } };
  await expect.poll(() => goOn()?.textContent?.trim()).toBe('Continue');
  expect(goOn()?.checkVisibility({ visibilityProperty: true })).toBe(false);
  for (const animation of goOn()?.getAnimations() ?? []) animation.finish();
  expect(goOn()?.checkVisibility({ visibilityProperty: true })).toBe(true);
  goOn()?.click();
  await expect.poll(() => status(capture)).toMatch(/^Front left: line up/);
});

test('opens the camera for the first sight without a photo, unless it is locked', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const capture = await addCapture();
  const title = () => capture.shadowRoot?.querySelector('dialog h2')?.textContent;
  capture.shots = { front: { id: 'one', verdict: 'good' } };
  capture.locked = true;
  capture.open();
  await capture.updateComplete;
  expect(title()).toBeUndefined();
  capture.locked = false;
  capture.open();
  await expect.poll(title).toBe('Front left');
});

test('the camera shows the covered sides and the damages found so far', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const capture = await addCapture({
    shots: { left: { id: 'one', verdict: 'good' }, back: { id: 'two', verdict: 'bad' } },
  });
  await openCamera(capture);
  const dialog = capture.shadowRoot?.querySelector('dialog');
  const found = () => dialog?.querySelector('.found')?.textContent;
  const described = () =>
    dialog?.querySelector('kerbside-ring')?.shadowRoot?.querySelector('svg')?.getAttribute('aria-label');
  expect(found()).toBe('');
  expect(described()).toMatch(/^2 of 8 sides\. .*Left side: covered\. .*Rear: should be taken again/);
  capture.damages = [{ viewpoint: 'left', text: 'Scratch on the left rear door' }];
  await expect.poll(found).toBe('1 damage');
  await expect.poll(described).toMatch(/Left side: covered, 1 damage/);
});

test('the camera closes after the last photo', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const capture = await addCapture({ sights: sightsFor([]).slice(0, 1) });
  const taken = nextPhoto(capture);
  (await openCamera(capture)).click();
  await taken;
  capture.shots = { front: { id: 'one', verdict: 'unknown' } };
  await expect.poll(() => capture.shadowRoot?.querySelector('dialog')).toBeNull();
});

test('returns to the camera after each rejected photo, also with the same problem text', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const capture = await addCapture();
  capture.addEventListener('photo-taken', () => {
    setTimeout(() => {
      capture.problem = 'The device is full.';
    }, 50);
  });
  for (let again = 0; again < 2; again += 1) {
    (await openCamera(capture)).click();
    await expect.poll(() => status(capture)).toBe('Checking the photo…');
    await expect.poll(() => status(capture)).toBe('The device is full.');
  }
});

test('two taps on the shutter take one photo', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const capture = await addCapture();
  let taken = 0;
  capture.addEventListener('photo-taken', () => {
    taken += 1;
  });
  const shutter = await openCamera(capture);
  shutter.click();
  shutter.click();
  await expect.poll(() => taken).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 300)); // time for a second photo
  expect(taken).toBe(1);
});

test.each([
  ['en', 375],
  ['fr', 375],
  ['en', 1280],
  ['fr', 1280],
] as const)('the button for files is one line near the shutter, in %s at %d px', async (lang, width) => {
  const { innerWidth, innerHeight } = window;
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  await page.viewport(width, 800);
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const shutter = (await openCamera(await addCapture({ lang }))).getBoundingClientRect();
  const file = document
    .querySelector('kerbside-capture')
    ?.shadowRoot?.querySelector('.file.secondary')
    ?.getBoundingClientRect();
  expect(shutter.x + shutter.width / 2).toBeCloseTo(width / 2, 0);
  expect(file?.height).toBe(44);
  expect(file?.width).toBeLessThan(100);
  expect(shutter.x - (file?.right ?? 0)).toBeLessThan(200);
});

test('the camera shows how far the user is', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const capture = await addCapture({
    sights: sightsFor(['damage_detection', 'wheel_analysis', 'images_ocr']),
  });
  await openCamera(capture);
  expect(capture.shadowRoot?.querySelector('.progress')?.textContent).toBe('1 of 15');
});

// Proves fault F26.
test('the torch is switched on and off, only if the camera has one, and disappears if it refuses', async () => {
  const torch = (capture: KerbsideCapture) =>
    capture.shadowRoot?.querySelector<HTMLButtonElement>('.torch')?.getAttribute('aria-pressed');
  const tapTorch = (capture: KerbsideCapture) =>
    capture.shadowRoot?.querySelector<HTMLButtonElement>('.torch')?.click();
  const { stream } = createCanvasCamera();
  const media = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const plain = await addCapture();
  await openCamera(plain);
  expect(torch(plain)).toBeUndefined();
  closeCamera(plain);

  const lit = createCanvasCamera().stream;
  const [track] = lit.getVideoTracks();
  if (!track) throw new Error('no track');
  vi.spyOn(track, 'getCapabilities').mockReturnValue({ torch: true } as MediaTrackCapabilities);
  const applied = vi.spyOn(track, 'applyConstraints').mockResolvedValue();
  media.mockResolvedValue(lit);
  const capture = await addCapture();
  await openCamera(capture);
  for (const state of ['true', 'false']) {
    tapTorch(capture);
    await expect.poll(() => torch(capture)).toBe(state);
  }
  expect(applied.mock.calls).toEqual([[{ advanced: [{ torch: true }] }], [{ advanced: [{ torch: false }] }]]);
  applied.mockRejectedValue(new DOMException('in use', 'OverconstrainedError'));
  tapTorch(capture);
  await expect.poll(() => torch(capture)).toBeUndefined();
});

test('closes the camera when the element is moved, and can open it again', async () => {
  const { stream, stopped } = createCanvasCamera();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockResolvedValueOnce(stream)
    .mockResolvedValueOnce(createCanvasCamera().stream);
  const capture = await addCapture();
  await openCamera(capture);
  document.body.append(document.createElement('section'));
  document.body.lastElementChild?.append(capture);
  await capture.updateComplete;
  expect(capture.shadowRoot?.querySelector('dialog')).toBeNull();
  expect(stopped()).toBe(true);
  await openCamera(capture);
  expect(capture.shadowRoot?.querySelector('dialog')?.matches(':modal')).toBe(true);
});

// Proves fault F26.
test('opened, closed and opened again before the browser responds, it keeps one camera', async () => {
  const cameras = [createCanvasCamera(), createCanvasCamera()];
  const responses: (() => void)[] = [];
  let asked = 0;
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(() => {
    const camera = cameras[asked++];
    return new Promise((resolve) => responses.push(() => resolve(camera?.stream as MediaStream)));
  });
  const capture = await addCapture();
  const tap = () => tile(capture, 'front').querySelector('button')?.click();
  tap();
  await capture.updateComplete;
  closeCamera(capture);
  await expect.poll(() => capture.shadowRoot?.querySelector('dialog')).toBeNull();
  const shutter = openCamera(capture);
  for (const respond of responses) respond();
  await shutter;
  expect(cameras.map(({ stopped }) => stopped())).toEqual([true, false]);
  expect(capture.shadowRoot?.querySelector('video')?.srcObject).toBe(cameras[1]?.stream);
  closeCamera(capture);
  await expect.poll(() => cameras.map(({ stopped }) => stopped())).toEqual([true, true]);
});

test('a photo that is ready late belongs to its sight, and leaves the next one as it is', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockResolvedValueOnce(createCanvasCamera().stream)
    .mockResolvedValueOnce(createCanvasCamera().stream);
  let finish = (_photo: Blob) => {};
  const encode = vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob').mockImplementation(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  const capture = await addCapture();
  (await openCamera(capture)).click();
  await expect.poll(() => encode.mock.calls.length).toBe(1);
  closeCamera(capture);
  await expect.poll(() => capture.shadowRoot?.querySelector('dialog')).toBeNull();
  capture.open('left');
  await expect.poll(() => status(capture)).toMatch(/^Left side: line up/);
  const taken = nextPhoto(capture);
  finish(new Blob(['photo'], { type: 'image/jpeg' }));
  expect((await taken).sight).toBe('front');
  await capture.updateComplete;
  expect(status(capture)).toMatch(/^Left side: line up/);
});

test('a guided camera that is closed while it takes a photo takes no other one', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const encodeHere = vi.spyOn(OffscreenCanvas.prototype, 'convertToBlob');
  let isEncoding = false;
  const encode = (frame: { close(): void }, signal?: AbortSignal): Promise<Blob> => {
    frame.close();
    isEncoding = true;
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', reject));
  };
  const unused = () => Promise.reject(new Error('not needed'));
  const look = async (frame: { close(): void }) => {
    frame.close();
    return unused();
  };
  const reader = { look, assess: look, readText: unused, encode, findDamages: unused };
  const capture = await addCapture({ guide: { frames: async () => reader } });
  const shutter = await openCamera(capture);
  await expect.poll(() => capture.shadowRoot?.querySelector('[data-phase=unavailable]')).toBeTruthy();
  shutter.click();
  await expect.poll(() => isEncoding).toBe(true);
  closeCamera(capture);
  await expect.poll(() => capture.shadowRoot?.querySelector('dialog')).toBeNull();
  await new Promise((resolve) => setTimeout(resolve));
  expect(encodeHere).not.toHaveBeenCalled();
});

test('opens for another sight right after it was closed', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(createCanvasCamera().stream);
  const capture = await addCapture();
  await openCamera(capture);
  const dialog = capture.shadowRoot?.querySelector('dialog');
  const closed = new Promise((resolve) => dialog?.addEventListener('close', resolve));
  closeCamera(capture);
  capture.open('left');
  await closed;
  await capture.updateComplete;
  expect(capture.shadowRoot?.querySelector('dialog:modal h2')?.textContent).toBe('Left side');
});

test('never opens the camera if only files are used', async () => {
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  const capture = await addCapture({ source: 'files' });
  capture.open('front');
  await capture.updateComplete;
  expect(capture.shadowRoot?.querySelector('dialog')).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});

test('a page that cannot use a camera says so, and offers files', async () => {
  vi.spyOn(navigator, 'mediaDevices', 'get').mockReturnValue(undefined as never); // as without HTTPS
  const capture = await addCapture();
  capture.open('front');
  await expect.poll(() => status(capture)).toMatch(/^This page cannot use a camera/);
  const dialog = capture.shadowRoot?.querySelector('dialog');
  expect(dialog && labels(dialog)).toEqual(['Close', 'Choose a file']);
});

// Proves fault F26.
test('says that the camera is blocked, in both languages, and asks again when the user tries again', async () => {
  const denied = new DOMException('denied', 'NotAllowedError');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockRejectedValueOnce(denied)
    .mockResolvedValueOnce(createCanvasCamera().stream);
  const capture = await addCapture();
  tile(capture, 'front').querySelector('button')?.click();
  await expect.poll(() => status(capture)).toMatch(/^The camera is blocked for this page/);
  capture.lang = 'fr';
  await expect.poll(() => status(capture)).toMatch(/^L’appareil photo est bloqué/);
  capture.lang = 'en';
  await capture.updateComplete;
  capture.shadowRoot?.querySelector<HTMLButtonElement>('.try-again')?.click();
  await expect.poll(() => status(capture)).toMatch(/line up the vehicle/);
});

test.runIf(canEndCamera)(
  // Proves fault F26.
  'says that another app uses the camera, also if it takes the camera away, and opens it again',
  async () => {
    const busy = new DOMException('Could not start video source', 'NotReadableError');
    const cameras = [createCanvasCamera(), createCanvasCamera()];
    vi.spyOn(navigator.mediaDevices, 'getUserMedia')
      .mockRejectedValueOnce(busy)
      .mockResolvedValueOnce(cameras[0]?.stream as MediaStream)
      .mockResolvedValueOnce(cameras[1]?.stream as MediaStream);
    const capture = await addCapture();
    tile(capture, 'front').querySelector('button')?.click();
    const tryAgain = () => capture.shadowRoot?.querySelector<HTMLButtonElement>('.try-again')?.click();
    await expect.poll(() => status(capture)).toMatch(/^Another app uses the camera/);
    tryAgain();
    await expect.poll(() => status(capture)).toMatch(/line up the vehicle/);
    cameras[0]?.stream.getVideoTracks()[0]?.dispatchEvent(new Event('ended'));
    await expect.poll(() => status(capture)).toMatch(/^Another app uses the camera/);
    tryAgain();
    await expect.poll(() => status(capture)).toMatch(/line up the vehicle/);
  },
);

test.runIf(canEndCamera)(
  // Proves fault F26.
  'a camera that ended while the page was hidden is opened again when it is visible',
  async () => {
    const cameras = [createCanvasCamera(), createCanvasCamera()];
    vi.spyOn(navigator.mediaDevices, 'getUserMedia')
      .mockResolvedValueOnce(cameras[0]?.stream as MediaStream)
      .mockResolvedValueOnce(cameras[1]?.stream as MediaStream);
    const capture = await addCapture();
    await openCamera(capture);
    cameras[0]?.stream.getVideoTracks()[0]?.dispatchEvent(new Event('ended'));
    await expect.poll(() => status(capture)).toMatch(/^Another app/);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => capture.shadowRoot?.querySelector('video')?.srcObject).toBe(cameras[1]?.stream);
  },
);

// Proves fault F26.
test('a device with only a front camera says to turn it around', async () => {
  const asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  for (const { stream } of [createCanvasCamera(), createCanvasCamera()]) {
    const [track] = stream.getVideoTracks();
    if (!track) throw new Error('no track');
    vi.spyOn(track, 'getSettings').mockReturnValue({ facingMode: 'user' });
    asked.mockResolvedValueOnce(stream);
  }
  const capture = await addCapture();
  await openCamera(capture);
  expect(status(capture)).toMatch(/^This is the front camera/);
  closeCamera(capture);

  // The guide sees no vehicle: it faces the user.
  const quality = { blurriness: 0, underexposure: 0, overexposure: 0, lensFlare: 0, lowResolution: 0 };
  const thumbnail = { width: 1, height: 1, data: new Uint8Array(1) };
  const look = async (frame: { close(): void }) => {
    frame.close();
    return { width: 320, height: 240, hasPartModel: true, quality, thumbnail };
  };
  const unused = () => Promise.reject(new Error('not needed'));
  const reader = { look, assess: look, readText: unused, encode: unused, findDamages: unused };
  const guided = await addCapture({ guide: { frames: async () => reader } });
  await openCamera(guided);
  await expect.poll(() => guided.shadowRoot?.querySelector('[data-instruction=find_vehicle]')).toBeTruthy();
  expect(status(guided)).toMatch(/^This is the front camera/);
});

// Proves fault F26.
test('the user switches between two cameras', async () => {
  const cameras = [createCanvasCamera(), createCanvasCamera()];
  const ids = ['wide', 'tele'];
  for (const [n, { stream }] of cameras.entries()) {
    const [track] = stream.getVideoTracks();
    if (track) vi.spyOn(track, 'getSettings').mockReturnValue({ deviceId: ids[n] ?? '' });
  }
  const asked = vi
    .spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockResolvedValueOnce(cameras[0]?.stream as MediaStream)
    .mockResolvedValueOnce(cameras[1]?.stream as MediaStream);
  vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue(
    ids.map((deviceId) => ({ kind: 'videoinput', deviceId }) as MediaDeviceInfo),
  );
  const capture = await addCapture();
  await openCamera(capture);
  const button = () => capture.shadowRoot?.querySelector<HTMLButtonElement>('[aria-label="Switch camera"]');
  await expect.poll(button).toBeTruthy();
  button()?.click();
  await expect.poll(() => capture.shadowRoot?.querySelector('video')?.srcObject).toBe(cameras[1]?.stream);
  expect(cameras.map(({ stopped }) => stopped())).toEqual([true, false]);
  expect(asked.mock.calls[1]?.[0]?.video).toMatchObject({ deviceId: { exact: 'tele' } });
});

// Proves fault F26.
test('a photo has the shape that the camera has after the phone was turned', async () => {
  const { stream, canvas } = createCanvasCamera();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const capture = await addCapture();
  const shutter = await openCamera(capture);
  Object.assign(canvas, { width: 240, height: 320 });
  const video = capture.shadowRoot?.querySelector('video');
  await expect.poll(() => video?.videoWidth).toBe(240);
  const taken = nextPhoto(capture);
  shutter.click();
  const { width, height } = await createImageBitmap((await taken).photo);
  expect([width, height]).toEqual([240, 320]);
});

// Proves fault F26.
test('offers only files on a device without a camera, until one is connected', async () => {
  const missing = new DOMException('Requested device not found', 'NotFoundError');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(missing);
  const capture = await addCapture();
  tile(capture, 'front').querySelector('button')?.click();
  await expect.poll(() => status(capture)).toMatch(/^This page cannot use a camera/);
  closeCamera(capture);
  await expect.poll(() => tile(capture, 'front').querySelector('button')).toBeNull();
  navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  await capture.updateComplete;
  expect(tile(capture, 'front').querySelector('button')).not.toBeNull();
});

test('offers files if there is no camera', async () => {
  const denied = new DOMException('denied', 'NotAllowedError');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(denied);
  const capture = await addCapture();
  tile(capture, 'front').querySelector('button')?.click();
  await expect.poll(() => status(capture)).toMatch(/^The camera is blocked/);
  const dialog = capture.shadowRoot?.querySelector('dialog');
  expect(dialog && labels(dialog)).toContain('Choose a file');
});

async function addCapture(properties: Partial<KerbsideCapture> = {}): Promise<KerbsideCapture> {
  const capture = document.createElement('kerbside-capture');
  Object.assign(capture, { sights: sightsFor(['damage_detection']), ...properties });
  document.body.append(capture);
  await capture.updateComplete;
  return capture;
}

/** Opens the camera for the front and returns the shutter once there is a picture. */
function openCamera(capture: KerbsideCapture): Promise<HTMLButtonElement> {
  tile(capture, 'front').querySelector('button')?.click();
  return vi.waitFor(() => {
    const button = capture.shadowRoot?.querySelector<HTMLButtonElement>('.shutter:not(:disabled)');
    const video = capture.shadowRoot?.querySelector('video');
    if (!button || !video?.videoWidth) throw new Error('not live yet');
    return button;
  }, SLOW_MACHINE);
}

function closeCamera(capture: KerbsideCapture): void {
  capture.shadowRoot?.querySelector<HTMLButtonElement>('header button')?.click();
}

function tile(capture: KerbsideCapture, id: string): Element {
  const element = capture.shadowRoot?.querySelector(`[data-sight=${id}]`);
  if (!element) throw new Error(`no tile ${id}`);
  return element;
}

function labels(element: Element): (string | null)[] {
  return [...element.querySelectorAll('[aria-label]:is(input, button)')].map((one) =>
    one.getAttribute('aria-label'),
  );
}

function status(capture: KerbsideCapture): string | undefined {
  return capture.shadowRoot?.querySelector('.status')?.textContent?.trim();
}

function choose(within: Element, file: File): void {
  const input = within.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(file);
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change'));
}

function nextPhoto(capture: KerbsideCapture): Promise<PhotoTakenDetail> {
  return new Promise((resolve) => {
    capture.addEventListener('photo-taken', (event) => resolve((event as CustomEvent).detail), {
      once: true,
    });
  });
}

/** A camera stream of a canvas: test machines have no camera. */
function createCanvasCamera() {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [320, 240];
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(30);
  const draw = () => {
    if (stream.active) requestAnimationFrame(draw);
    context?.fillRect(0, 0, canvas.width, canvas.height);
  };
  draw();
  return {
    canvas,
    stream,
    stopped: () => stream.getTracks().every(({ readyState }) => readyState === 'ended'),
  };
}
