import { afterEach, beforeAll, expect, test } from 'vitest';
import { server, userEvent } from 'vitest/browser';
import { defineElements } from '../define.ts';
import type { KerbsidePhoto } from './photo-element.ts';

/** A browser that was merely opened has no hands. */
const hasHands = server.provider !== 'launched';

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

test('what is seen is drawn where it is, the small above the large', async () => {
  const photo = await shown();
  const marks = marksOf(photo);
  expect(marks.map((mark) => mark.getAttribute('aria-label'))).toEqual(['Dent 62%', 'Scratch']);
  const frame = photo.getBoundingClientRect();
  const ring = marks[1]?.querySelector('.ring')?.getBoundingClientRect();
  // Firefox counts the stroke, others don't.
  expect(Math.abs((ring?.left ?? 0) - frame.left - 50)).toBeLessThan(3);
  expect(Math.abs((ring?.width ?? 0) - 40)).toBeLessThan(6);
});

test.runIf(hasHands)('an outline is chosen by pointer or keyboard, and let go of by the same', async () => {
  const photo = await shown();
  const told: unknown[] = [];
  photo.addEventListener('damage-select', (event) => told.push((event as CustomEvent).detail.damageId));
  const [dent] = marksOf(photo);
  if (!dent) throw new Error('no outline');
  await userEvent.click(dent.querySelector('.box') as Element);
  expect(dent.getAttribute('aria-pressed')).toBe('true');
  (dent as SVGElement).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard(' ');
  expect(told).toEqual(['dent', undefined, 'dent']);
});

test('a box is drawn by dragging, in pixels of the photo', async () => {
  const photo = await shown();
  photo.drawing = 'box';
  await photo.updateComplete;
  const drawn = next(photo, 'view-drawn');
  const { left, top } = photo.getBoundingClientRect();
  pointer(photo, 'pointerdown', left + 50, top + 40);
  pointer(photo, 'pointermove', left + 150, top + 140);
  pointer(photo, 'pointerup', left + 150, top + 140);
  expect((await drawn).boundingBox).toEqual({ xmin: 100, ymin: 80, width: 200, height: 200 });
});

test.runIf(hasHands)(
  'a polygon is drawn with the keyboard alone; Escape ends it without a view',
  async () => {
    const photo = await shown();
    photo.drawing = 'polygon';
    await photo.updateComplete;
    expect(photo.shadowRoot?.activeElement?.getAttribute('role')).toBe('application');
    const cancelled = next(photo, 'draw-cancel');
    await userEvent.keyboard('{Enter}{Escape}');
    await cancelled;
    const drawn = next(photo, 'view-drawn');
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
  },
);

test('it speaks the language it is told, and that of the page where it is told none', async () => {
  const photo = await shown();
  const firstName = () => marksOf(photo)[0]?.getAttribute('aria-label');
  photo.lang = 'fr';
  await photo.updateComplete;
  expect(firstName()).toMatch(/^Bosse 62\s%$/u);
  photo.lang = '';
  await photo.updateComplete;
  expect(firstName()).toBe('Dent 62%');
});

async function shown(): Promise<KerbsidePhoto> {
  const photo = document.createElement('kerbside-photo');
  Object.assign(photo, { ...SIZE, views, damages, name: 'front' });
  photo.style.width = '400px';
  document.body.append(photo);
  await photo.updateComplete;
  return photo;
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

function next(photo: KerbsidePhoto, type: string): Promise<{ boundingBox: unknown; polygons: unknown }> {
  return new Promise((resolve) => {
    photo.addEventListener(type, (event) => resolve((event as CustomEvent).detail), { once: true });
  });
}
