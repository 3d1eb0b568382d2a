import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { defineElements } from '../define.ts';
import type { KerbsideCapture } from './capture-element.ts';
import type { PhotoTakenDetail } from './shot.ts';
import { sightsFor } from './sights.ts';

const A_SLOW_MACHINE = { timeout: 30_000 };

beforeAll(() => defineElements());
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

test('one tile for each sight, named in the language of the page', async () => {
  const capture = await shown();
  expect(capture.shadowRoot?.querySelectorAll('[data-sight]')).toHaveLength(8);
  expect(tile(capture, 'front_left').textContent).toContain('Front left');
  capture.lang = 'fr';
  await capture.updateComplete;
  expect(tile(capture, 'front_left').textContent).toContain('Avant gauche');
});

test('in a shadow it speaks the language around that, and so does what it shows within its own', async () => {
  const host = document.createElement('section');
  host.lang = 'fr';
  document.body.append(host);
  const capture = await shown({
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

test('a file is taken as the photo of its sight', async () => {
  const capture = await shown({ source: 'files' });
  const taken = next(capture);
  choose(tile(capture, 'back'), new File(['photo'], 'rear.jpg', { type: 'image/jpeg' }));
  const { sight, photo } = await taken;
  expect([sight, await photo.text()]).toEqual(['back', 'photo']);
});

test('why a photo was refused is said above the tiles, until the next is taken', async () => {
  const capture = await shown({ source: 'files' });
  const said = () => capture.shadowRoot?.querySelector('[role=alert]')?.textContent?.trim();
  const choosing = () =>
    choose(tile(capture, 'back'), new File(['photo'], 'rear.jpg', { type: 'image/jpeg' }));
  capture.addEventListener('photo-taken', () =>
    queueMicrotask(() => {
      expect(capture.problem).toBe('');
      capture.problem = 'This is no photo.';
    }),
  );
  for (let again = 0; again < 2; again += 1) {
    choosing();
    await capture.updateComplete;
    await expect.poll(said).toBe('This is no photo.');
  }
});

test('a bad photo says why and offers to take it again, until nothing can be taken any more', async () => {
  const capture = await shown({ source: 'files' });
  capture.shots = { front: { id: 'one', verdict: 'bad', reason: 'Too dark.' } };
  await capture.updateComplete;
  expect(tile(capture, 'front').textContent).toContain('Too dark.');
  expect(labels(tile(capture, 'front'))).toContain('Retake photo: Front');
  capture.locked = true;
  await capture.updateComplete;
  expect(labels(tile(capture, 'front'))).toEqual([]);
});

test('the camera shows the outline, takes the picture, and waits for the verdict', async () => {
  const { stream, stopped } = drawnCamera();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const capture = await shown();
  const shutter = await live(capture);
  expect(capture.shadowRoot?.querySelector('dialog .silhouette')).not.toBeNull();
  const taken = next(capture);
  shutter.click();
  const { sight, photo } = await taken;
  expect([sight, photo.type]).toEqual(['front', 'image/jpeg']);
  expect((await createImageBitmap(photo)).width).toBe(320);

  await capture.updateComplete;
  expect(said(capture)).toBe('Checking the photo…');
  capture.shots = { front: { id: 'one', verdict: 'good' } };
  await capture.updateComplete;
  expect(said(capture)).toBe('Good photo');
  const onwards = [...(capture.shadowRoot?.querySelectorAll('footer button') ?? [])].at(-1) as HTMLElement;
  expect(onwards.textContent?.trim()).toBe('Next: Front left');
  capture.shadowRoot?.querySelector<HTMLButtonElement>('header button')?.click();
  await expect.poll(stopped).toBe(true);
});

test('the camera is there again after each refusal, also in the same words', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(drawnCamera().stream);
  const capture = await shown();
  capture.addEventListener('photo-taken', () => {
    setTimeout(() => {
      capture.problem = 'The device is full.';
    }, 50);
  });
  for (let again = 0; again < 2; again += 1) {
    (await live(capture)).click();
    await expect.poll(() => said(capture)).toBe('Checking the photo…');
    await expect.poll(() => said(capture)).toBe('The device is full.');
  }
});

test('two taps on the shutter take one photo', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(drawnCamera().stream);
  const capture = await shown();
  let taken = 0;
  capture.addEventListener('photo-taken', () => {
    taken += 1;
  });
  const shutter = await live(capture);
  shutter.click();
  shutter.click();
  await expect.poll(() => taken).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 300)); // for a second one
  expect(taken).toBe(1);
});

test('moved on the page while the camera is open, it is closed, and can be opened again', async () => {
  const { stream, stopped } = drawnCamera();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia')
    .mockResolvedValueOnce(stream)
    .mockResolvedValueOnce(drawnCamera().stream);
  const capture = await shown();
  await live(capture);
  document.body.append(document.createElement('section'));
  document.body.lastElementChild?.append(capture);
  await capture.updateComplete;
  expect(capture.shadowRoot?.querySelector('dialog')).toBeNull();
  expect(stopped()).toBe(true);
  await live(capture);
  expect(capture.shadowRoot?.querySelector('dialog')?.matches(':modal')).toBe(true);
});

test('where there is no camera, files are taken instead', async () => {
  const refusal = new DOMException('denied', 'NotAllowedError');
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(refusal);
  const capture = await shown();
  tile(capture, 'front').querySelector('button')?.click();
  await expect.poll(() => said(capture)).toMatch(/^There is no camera/);
  const dialog = capture.shadowRoot?.querySelector('dialog');
  expect(dialog && labels(dialog)).toContain('Choose a file');
});

async function shown(properties: Partial<KerbsideCapture> = {}): Promise<KerbsideCapture> {
  const capture = document.createElement('kerbside-capture');
  Object.assign(capture, { sights: sightsFor(['damage_detection']), ...properties });
  document.body.append(capture);
  await capture.updateComplete;
  return capture;
}

/** Opens the camera for the front; its shutter, once there is a picture. */
function live(capture: KerbsideCapture): Promise<HTMLButtonElement> {
  tile(capture, 'front').querySelector('button')?.click();
  return vi.waitFor(() => {
    const button = capture.shadowRoot?.querySelector<HTMLButtonElement>('.shutter:not(:disabled)');
    const video = capture.shadowRoot?.querySelector('video');
    if (!button || !video?.videoWidth) throw new Error('not live yet');
    return button;
  }, A_SLOW_MACHINE);
}

function tile(capture: KerbsideCapture, id: string): Element {
  const found = capture.shadowRoot?.querySelector(`[data-sight=${id}]`);
  if (!found) throw new Error(`no tile ${id}`);
  return found;
}

function labels(element: Element): (string | null)[] {
  return [...element.querySelectorAll('[aria-label]:is(input, button)')].map((one) =>
    one.getAttribute('aria-label'),
  );
}

function said(capture: KerbsideCapture): string | undefined {
  return capture.shadowRoot?.querySelector('.said')?.textContent?.trim();
}

function choose(within: Element, file: File): void {
  const input = within.querySelector<HTMLInputElement>('input[type=file]');
  const files = new DataTransfer();
  files.items.add(file);
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change'));
}

function next(capture: KerbsideCapture): Promise<PhotoTakenDetail> {
  return new Promise((resolve) => {
    capture.addEventListener('photo-taken', (event) => resolve((event as CustomEvent).detail), {
      once: true,
    });
  });
}

/** A camera that looks at a canvas, as this machine has none. */
function drawnCamera() {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [320, 240];
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(30);
  const draw = () => {
    if (stream.active) requestAnimationFrame(draw);
    context?.fillRect(0, 0, 320, 240);
  };
  draw();
  return { stream, stopped: () => stream.getTracks().every(({ readyState }) => readyState === 'ended') };
}
