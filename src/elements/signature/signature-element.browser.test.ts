import { afterEach, expect, test } from 'vitest';
import { server, userEvent } from 'vitest/browser';
import { defineElements } from '../define.ts';
import type { KerbsideSignature, SignDetail } from './signature-element.ts';

/** Browsers that are only launched (test:browsers) have no input driver. */
const hasInput = server.provider !== 'launched';

defineElements();
afterEach(() => document.body.replaceChildren());

async function openSignature(language = 'en') {
  const element = document.createElement('kerbside-signature');
  element.lang = language;
  element.style.width = '600px';
  const signed: SignDetail[] = [];
  element.addEventListener('sign', ({ detail }) => signed.push(detail));
  document.body.append(element);
  await element.updateComplete;
  const find = <T extends Element>(selector: string) => element.renderRoot.querySelector(selector) as T;
  return { element, signed, find };
}

function draw(
  element: KerbsideSignature,
  points: readonly (readonly [number, number])[],
  { pointerId = 1 } = {},
) {
  const field = element.renderRoot.querySelector('svg');
  const { left = 0, top = 0 } = field?.getBoundingClientRect() ?? {};
  for (const [index, [x, y]] of points.entries()) {
    const init = {
      clientX: left + x,
      clientY: top + y,
      pointerId,
      button: 0,
      bubbles: true,
    };
    if (field && index === 0) field.setPointerCapture = () => {};
    if (field) field.hasPointerCapture = () => true;
    field?.dispatchEvent(new PointerEvent(index === 0 ? 'pointerdown' : 'pointermove', init));
  }
}

test.runIf(hasInput)('emits the name and the strokes', async () => {
  const { element, signed, find } = await openSignature();
  await userEvent.type(find<HTMLInputElement>('input'), 'Ada Lovelace');
  draw(element, [
    [100, 50],
    [200, 80],
    [300, 60],
  ]);
  await element.updateComplete;
  find<HTMLButtonElement>('[part=sign]').click();
  expect(signed).toEqual([
    { name: 'Ada Lovelace', path: expect.stringMatching(/^M[\d.]+ [\d.]+L[\d.]+ [\d.]+L/) },
  ]);
});

test.runIf(hasInput)('the typed name alone signs, with the keyboard only', async () => {
  const { signed, find } = await openSignature();
  find<HTMLInputElement>('input').focus();
  await userEvent.keyboard('Ada Lovelace{Enter}');
  expect(signed).toEqual([{ name: 'Ada Lovelace', path: undefined }]);
});

test('asks for the name if it is missing', async () => {
  const { element, signed, find } = await openSignature('fr');
  find<HTMLButtonElement>('[part=sign]').click();
  await element.updateComplete;
  expect(signed).toEqual([]);
  expect(find('[role=alert]').textContent).toContain('Saisissez le nom du client.');
  expect(find('input').getAttribute('aria-invalid')).toBe('true');
  expect(element.shadowRoot?.activeElement).toBe(find('input'));
});

test('a second finger on the field does not draw', async () => {
  const { element, find } = await openSignature();
  draw(element, [
    [100, 50],
    [200, 80],
  ]);
  await element.updateComplete;
  const stroke = find('path').getAttribute('d');
  draw(
    element,
    [
      [500, 150],
      [550, 180],
    ],
    { pointerId: 2 },
  );
  await element.updateComplete;
  expect(find('path').getAttribute('d')).toBe(stroke);
});

test('clears the strokes', async () => {
  const { element, find } = await openSignature();
  draw(element, [
    [100, 50],
    [200, 80],
  ]);
  await element.updateComplete;
  expect(find('svg').getAttribute('aria-label')).toContain('signed');
  find<HTMLButtonElement>('[part=clear]').click();
  await element.updateComplete;
  expect(find('path').getAttribute('d')).toBe('');
});

test('suggests no names of earlier customers of the device', async () => {
  const { find } = await openSignature();
  expect(find<HTMLInputElement>('input').autocomplete).toBe('off');
});
