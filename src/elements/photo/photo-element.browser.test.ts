import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { server, userEvent } from 'vitest/browser';
import { defineElements } from '../define.ts';
import type { KerbsidePhoto } from './photo-element.ts';

/** Browsers that are only launched (test:browsers) have no input driver. */
const hasInput = server.provider !== 'launched';

const SIZE = { width: 800, height: 600 };
const damages = [
  { id: 'dent', damageType: 'dent', confidence: 0.62 },
  { id: 'scratch', damageType: 'scratch' },
] as const;
const views = [
  view('small', 'scratch', { xmin: 100, ymin: 100, width: 80, height: 60 }),
  view('large', 'dent', { xmin: 300, ymin: 200, width: 300, height: 200 }),
  view('of nothing', 'gone', { xmin: 0, ymin: 0, width: 10, height: 10 }),
];

beforeAll(() => defineElements());
afterEach(() => document.body.replaceChildren());

test('draws each outline at its place, small above large', async () => {
  const photo = await addPhoto();
  const marks = marksOf(photo);
  expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual(['Dent 62%', 'Scratch']);
  const frame = photo.getBoundingClientRect();
  const ring = marks[1]?.querySelector('.ring')?.getBoundingClientRect();
  // Firefox includes the stroke, others don't.
  expect(Math.abs((ring?.left ?? 0) - frame.left - 50)).toBeLessThan(3);
  expect(Math.abs((ring?.width ?? 0) - 40)).toBeLessThan(6);
});

test.runIf(hasInput)('selects and deselects an outline by pointer and keyboard', async () => {
  const photo = await addPhoto();
  const selections: unknown[] = [];
  photo.addEventListener('damage-select', (event) => selections.push((event as CustomEvent).detail.damageId));
  const [dent] = marksOf(photo);
  if (!dent) throw new Error('no outline');
  await userEvent.click(dent.querySelector('.box') as Element);
  expect(dent.getAttribute('aria-pressed')).toBe('true');
  (dent as SVGElement).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard(' ');
  expect(selections).toEqual(['dent', undefined, 'dent']);
});

test('draws a box by dragging, in pixels of the photo', async () => {
  const photo = await addPhoto();
  photo.drawing = 'box';
  await photo.updateComplete;
  const drawn = nextEvent(photo, 'view-drawn');
  const { left, top } = photo.getBoundingClientRect();
  pointer(photo, 'pointerdown', left + 50, top + 40);
  pointer(photo, 'pointermove', left + 150, top + 140);
  pointer(photo, 'pointerup', left + 150, top + 140);
  expect((await drawn).boundingBox).toEqual({ xmin: 100, ymin: 80, width: 200, height: 200 });
});

test.runIf(hasInput)('draws a polygon with the keyboard; Escape cancels it', async () => {
  const photo = await addPhoto();
  photo.drawing = 'polygon';
  await photo.updateComplete;
  expect(photo.shadowRoot?.activeElement?.getAttribute('role')).toBe('application');
  const cancelled = nextEvent(photo, 'draw-cancel');
  await userEvent.keyboard('{Enter}{Escape}');
  await cancelled;
  const drawn = nextEvent(photo, 'view-drawn');
  await userEvent.keyboard('{Enter}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  const finish = [...(photo.shadowRoot?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent?.trim() === 'Finish',
  );
  finish?.click();
  expect((await drawn).polygons).toEqual([
    [
      [400, 300],
      [440, 300],
      [440, 340],
    ],
  ]);
});

test('only enabled buttons block dragging, and the hint disappears', async () => {
  const photo = await addPhoto({ drawing: 'box' });
  const at = (selector: string) => {
    const { left, top, width, height } = query(photo, selector).getBoundingClientRect();
    return photo.shadowRoot?.elementFromPoint(left + width / 2, top + height / 2);
  };
  expect(at('.hint')?.closest('.frame')).not.toBeNull();
  expect(at('.tools button:disabled')?.closest('.frame')).not.toBeNull();
  expect(at('.tools button:enabled')?.matches('button')).toBe(true);
  const { left, top } = photo.getBoundingClientRect();
  pointer(photo, 'pointerdown', left + 50, top + 40);
  await photo.updateComplete;
  expect(getComputedStyle(query(photo, '.hint')).display).toBe('none');
});

test.runIf(hasInput)('dragging the mouse onto a button draws up to there', async () => {
  const photo = await addPhoto({ drawing: 'box' });
  const drawn = nextEvent(photo, 'view-drawn');
  const cancel = query(photo, '.tools button:enabled');
  await userEvent.dragAndDrop(query(photo, '.frame'), cancel, { sourcePosition: { x: 20, y: 30 } });
  expect((await drawn).boundingBox).toMatchObject({ xmin: 40, ymin: 60 });
});

test('shows the label of a damage as tall as the photo inside it, and always if it is selected', async () => {
  const tall = [
    view('tall', 'dent', { xmin: 300, ymin: 4, width: 220, height: 592 }),
    view('within', 'scratch', { xmin: 380, ymin: 40, width: 80, height: 60 }),
  ];
  const photo = await addPhoto({ views: tall });
  const isVisible = (label: Element) => {
    const { top, bottom } = label.getBoundingClientRect();
    const frame = photo.getBoundingClientRect();
    return top >= frame.top && bottom <= frame.bottom && getComputedStyle(label).visibility === 'visible';
  };
  const visible = () => [...(photo.shadowRoot?.querySelectorAll('.label') ?? [])].map(isVisible);
  photo.selected = 'dent';
  await photo.updateComplete;
  expect(visible()).toEqual([true, true]);
  photo.views = tall.slice(0, 1);
  photo.selected = undefined;
  await photo.updateComplete;
  expect(visible()).toEqual([true]);
});

test('revokes the object URL when the element is removed, and creates it again when it is added', async () => {
  const alive = new Set<string>();
  const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = create.call(URL, blob);
    alive.add(url);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => {
    alive.delete(url);
    revoke.call(URL, url);
  });
  const blob = await drawImage();
  const add = () => {
    const photo = document.createElement('kerbside-photo');
    photo.photo = blob;
    document.body.append(photo);
    return photo;
  };

  const removedBeforeRender = add();
  removedBeforeRender.remove();
  await removedBeforeRender.updateComplete;
  expect(alive.size).toBe(0);

  const removedBeforeLoad = add();
  await removedBeforeLoad.updateComplete;
  expect(alive.size).toBe(1);
  removedBeforeLoad.remove();
  removedBeforeLoad.name = 'changed';
  await removedBeforeLoad.updateComplete;
  expect(alive.size).toBe(0);

  document.body.append(removedBeforeLoad);
  await expect.poll(() => (query(removedBeforeLoad, 'img') as HTMLImageElement).naturalWidth).toBe(8);
  expect(alive.size).toBe(1);
  removedBeforeLoad.remove();
  expect(alive.size).toBe(0);
});

test('renders without ResizeObserver, as in jsdom', async () => {
  vi.stubGlobal('ResizeObserver', undefined);
  expect(marksOf(await addPhoto())).toHaveLength(2);
});

test('uses the language of its lang attribute, else that of the page', async () => {
  const photo = await addPhoto();
  const firstName = () => marksOf(photo)[0]?.getAttribute('aria-label');
  photo.lang = 'fr';
  await photo.updateComplete;
  expect(firstName()).toMatch(/^Bosse 62\s%$/u);
  photo.lang = '';
  await photo.updateComplete;
  expect(firstName()).toBe('Dent 62%');
});

async function addPhoto(over: Partial<KerbsidePhoto> = {}): Promise<KerbsidePhoto> {
  const photo = document.createElement('kerbside-photo');
  Object.assign(photo, { ...SIZE, views, damages, name: 'front', ...over });
  photo.style.width = '400px';
  document.body.append(photo);
  await photo.updateComplete;
  return photo;
}

function drawImage(): Promise<Blob> {
  const canvas = new OffscreenCanvas(8, 6);
  canvas.getContext('2d');
  return canvas.convertToBlob();
}

function query(photo: KerbsidePhoto, selector: string): Element {
  const found = photo.shadowRoot?.querySelector(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function marksOf(photo: KerbsidePhoto): Element[] {
  return [...(photo.shadowRoot?.querySelectorAll('.mark') ?? [])];
}

function view(
  id: string,
  damageId: string,
  boundingBox: { xmin: number; ymin: number; width: number; height: number },
) {
  const { xmin, ymin, width, height } = boundingBox;
  const ring: [number, number][] = [
    [xmin, ymin],
    [xmin + width, ymin],
    [xmin + width, ymin + height],
    [xmin, ymin + height],
  ];
  return { id, damageId, boundingBox, polygons: [ring] };
}

function pointer(photo: KerbsidePhoto, type: string, clientX: number, clientY: number): void {
  const options = { clientX, clientY, pointerId: 1, isPrimary: true, bubbles: true, composed: true };
  photo.shadowRoot?.querySelector('.frame')?.dispatchEvent(new PointerEvent(type, options));
}

function nextEvent(photo: KerbsidePhoto, type: string): Promise<{ boundingBox: unknown; polygons: unknown }> {
  return new Promise((resolve) => {
    photo.addEventListener(type, (event) => resolve((event as CustomEvent).detail), { once: true });
  });
}
