import { afterEach, beforeAll, expect, test } from 'vitest';
import { server, userEvent } from 'vitest/browser';
import { VIEWPOINTS } from '../../domain/enums.ts';
import { defineElements } from '../define.ts';
import type { KerbsideRing } from './ring-element.ts';

/** Browsers that are only launched (test:browsers) have no input driver. */
const hasInput = server.provider !== 'launched';

beforeAll(() => defineElements());
afterEach(() => document.body.replaceChildren());

test('shows which sides are covered, poor and missing, also as text', async () => {
  const ring = await addRing({ sides: { front: 'good', left: 'poor' } });
  expect(states(ring)).toMatchObject({ front: 'good', left: 'poor', right: 'missing' });
  expect(label(ring, 'left')).toBe('Left side: should be taken again');
  expect(text(ring, '[part=summary]')).toBe('2 of 8 sides');
  ring.lang = 'fr';
  await ring.updateComplete;
  expect(label(ring, 'left')).toBe('Côté gauche\u00a0: à reprendre');
});

test('counts damages at their side and lists them', async () => {
  const damages = ['Scratch', 'Dent'].map((text) => ({ viewpoint: 'left' as const, text }));
  const ring = await addRing({ sides: { left: 'good' }, damages });
  expect(side(ring, 'left').textContent?.trim()).toBe('2');
  expect(label(ring, 'left')).toBe('Left side: covered, 2 damages');
  expect(text(ring, '[part=damages]')).toMatch(/Left side Scratch.*Left side Dent/s);
});

test('the left side of the car is on the left when its front is up', async () => {
  const ring = await addRing({});
  const middleOf = (name: string) => {
    const { x, y, width, height } = side(ring, name).getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  expect(middleOf('left').x).toBeLessThan(middleOf('front').x);
  expect(middleOf('right').x).toBeGreaterThan(middleOf('front').x);
  expect(middleOf('front').y).toBeLessThan(middleOf('back').y);
});

test.runIf(hasInput)('arrow keys go around the ring, Enter and a tap select', async () => {
  const ring = await addRing({});
  const selected: string[] = [];
  ring.addEventListener('side-select', ({ detail }) => selected.push(detail.viewpoint));
  side(ring, 'front').focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{Enter}');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight} ');
  side(ring, 'back').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(selected).toEqual(['left', 'front_right', 'back']);
  expect(ring.shadowRoot?.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
});

test('a locked ring is a picture with a text', async () => {
  const ring = await addRing({ sides: { front: 'good' }, locked: true });
  const drawing = ring.shadowRoot?.querySelector('svg');
  expect(drawing?.getAttribute('role')).toBe('img');
  expect(drawing?.getAttribute('aria-label')).toContain(
    '1 of 8 sides. Front: covered. Front left: not taken yet',
  );
  expect(ring.shadowRoot?.querySelectorAll('[role=button]')).toHaveLength(0);
});

async function addRing(properties: Partial<KerbsideRing>): Promise<KerbsideRing> {
  const ring = Object.assign(document.createElement('kerbside-ring'), properties);
  document.body.append(ring);
  await ring.updateComplete;
  return ring;
}

function side(ring: KerbsideRing, name: string): SVGElement {
  const found = ring.shadowRoot?.querySelector<SVGElement>(`[data-side="${name}"]`);
  if (!found) throw new Error(`The ring has no side ${name}.`);
  return found;
}

const label = (ring: KerbsideRing, name: string) => side(ring, name).getAttribute('aria-label');
const text = (ring: KerbsideRing, selector: string) =>
  ring.shadowRoot?.querySelector(selector)?.textContent?.trim();
const states = (ring: KerbsideRing) =>
  Object.fromEntries(VIEWPOINTS.map((name) => [name, side(ring, name).dataset.state]));
