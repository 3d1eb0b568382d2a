import { afterEach, beforeAll, expect, test } from 'vitest';
import { server, userEvent } from 'vitest/browser';
import { defineElements } from '../define.ts';
import type { KerbsidePhoto } from './photo-element.ts';
import type { ViewAdjustedDetail } from './photo-events.ts';

/** Browsers that are only launched (test:browsers) have no input driver. */
const hasInput = server.provider !== 'launched';

/** The photo is shown at half its size. */
const SIZE = { width: 800, height: 600 };
const damages = [{ id: 'dent', damageType: 'dent' }] as const;
const box = {
  id: 'box',
  damageId: 'dent',
  polygons: [],
  boundingBox: { xmin: 200, ymin: 200, width: 200, height: 100 },
};
const triangle = {
  ...box,
  id: 'triangle',
  polygons: [
    [
      [200, 200],
      [400, 200],
      [300, 400],
    ] as [number, number][],
  ],
};

beforeAll(() => defineElements());
afterEach(() => document.body.replaceChildren());

test('a box is moved by dragging it and resized by dragging a corner, with undo', async () => {
  const { photo, adjusted } = await adjust(box);
  drag(photo, [150, 125], [170, 135]);
  drag(photo, [220, 160], [250, 200]);
  await photo.updateComplete;
  press(photo, 'Undo');
  press(photo, 'Finish');
  expect((await adjusted).boundingBox).toEqual({ xmin: 240, ymin: 220, width: 200, height: 100 });
  expect((await adjusted).viewId).toBe('box');
});

test('a point of a polygon is moved, a line that is dragged adds one, and a button removes it', async () => {
  const { photo, adjusted } = await adjust(triangle);
  drag(photo, [100, 100], [50, 50]);
  drag(photo, [175, 150], [220, 180]);
  await photo.updateComplete;
  expect(handles(photo).filter((id) => id?.startsWith('point'))).toHaveLength(4);
  drag(photo, [220, 180], [220, 180]);
  await photo.updateComplete;
  press(photo, 'Remove point');
  press(photo, 'Finish');
  expect((await adjusted).polygons).toEqual([
    [
      [100, 100],
      [400, 200],
      [300, 400],
    ],
  ]);
});

test('a finger takes the nearest point, also if it is not exactly on it', async () => {
  const { photo, adjusted } = await adjust(triangle);
  drag(photo, [88, 92], [78, 92]);
  press(photo, 'Finish');
  expect((await adjusted).polygons[0]?.[0]).toEqual([180, 200]);
});

test('a second finger undoes the drag of the first: it zooms', async () => {
  const { photo } = await adjust(box);
  pointer(photo, 'pointerdown', [150, 125]);
  pointer(photo, 'pointermove', [190, 125]);
  pointer(photo, 'pointerdown', [300, 200], 2);
  await photo.updateComplete;
  expect(button(photo, 'Undo').disabled).toBe(true);
});

test.runIf(hasInput)('the keyboard moves, adds and removes points, undoes, and Escape cancels', async () => {
  const { photo, adjusted } = await adjust(triangle);
  expect(focused(photo)).toBe('whole');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Tab}{Shift>}{ArrowUp}{/Shift}{Enter}');
  expect(focused(photo)).toBe('point 0 1');
  await userEvent.keyboard('{Delete}');
  expect(focused(photo)).toBe('point 0 0');
  await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
  press(photo, 'Finish');
  expect((await adjusted).polygons[0]).toEqual([
    [216, 160],
    [416, 200],
    [316, 400],
  ]);

  const other = await adjust(box);
  const cancelled = new Promise((resolve) => other.photo.addEventListener('adjust-cancel', resolve));
  await userEvent.keyboard('{ArrowRight}{Escape}');
  await cancelled;
  expect(handles(other.photo)).toEqual([]);
});

test('the outline that is adjusted replaces its mark; without a change, finishing cancels', async () => {
  const { photo } = await adjust(box);
  expect(photo.shadowRoot?.querySelectorAll('.mark')).toHaveLength(0);
  const cancelled = new Promise((resolve) => photo.addEventListener('adjust-cancel', resolve));
  press(photo, 'Finish');
  await cancelled;
});

async function adjust(view: typeof box | typeof triangle) {
  const photo = document.createElement('kerbside-photo');
  Object.assign(photo, { ...SIZE, views: [view], damages, adjusting: view.id });
  photo.style.width = '400px';
  document.body.replaceChildren(photo);
  await photo.updateComplete;
  const adjusted = new Promise<ViewAdjustedDetail>((resolve) => {
    photo.addEventListener('view-adjusted', ({ detail }) => resolve(detail), { once: true });
  });
  return { photo, adjusted };
}

function drag(photo: KerbsidePhoto, from: [number, number], to: [number, number]): void {
  pointer(photo, 'pointerdown', from);
  pointer(photo, 'pointermove', to);
  pointer(photo, 'pointerup', to);
}

function pointer(photo: KerbsidePhoto, type: string, [x, y]: [number, number], pointerId = 1): void {
  const { left, top } = photo.getBoundingClientRect();
  const position = { clientX: left + x, clientY: top + y };
  const options = { ...position, pointerId, isPrimary: pointerId === 1, bubbles: true, composed: true };
  photo.shadowRoot?.querySelector('.frame')?.dispatchEvent(new PointerEvent(type, options));
}

function button(photo: KerbsidePhoto, text: string): HTMLButtonElement {
  const buttons = [...(photo.shadowRoot?.querySelectorAll<HTMLButtonElement>('.tools button') ?? [])];
  const found = buttons.find(({ textContent }) => textContent?.trim() === text);
  if (!found) throw new Error(`no button ${text}`);
  return found;
}

const press = (photo: KerbsidePhoto, text: string) => button(photo, text).click();

function handles(photo: KerbsidePhoto): (string | undefined)[] {
  const all = [...(photo.shadowRoot?.querySelectorAll<HTMLElement>('.handle') ?? [])];
  return all.map(({ dataset }) => dataset.handle);
}

function focused(photo: KerbsidePhoto): string | undefined {
  return (photo.shadowRoot?.activeElement as HTMLElement | null)?.dataset.handle;
}
