import { afterEach, beforeAll, expect, test } from 'vitest';
import { server, userEvent } from 'vitest/browser';
import { defineElements } from '../define.ts';
import type { KerbsideCar, PartSelectDetail } from './car-element.ts';

/** Browsers that are only launched (test:browsers) have no input driver. */
const hasInput = server.provider !== 'launched';

beforeAll(() => defineElements());
afterEach(() => document.body.replaceChildren());

test.runIf(hasInput)('a tap on a part selects it, and states its viewpoint', async () => {
  const car = await addCar({ choosing: true });
  const details = listen(car);
  await userEvent.click(findPart(car, 'door_back_right'));
  expect(details).toEqual([{ partType: 'door_back_right', viewpoint: 'right' }]);
  expect(findPart(car, 'door_back_right').getAttribute('aria-selected')).toBe('true');
});

test.runIf(hasInput)('Tab stops once in the drawing; arrow keys move, Enter selects', async () => {
  const car = await addCar({ choosing: true, selected: 'roof' });
  const details = listen(car);
  await userEvent.tab();
  expect(getFocused(car)).toBe('roof');
  await userEvent.keyboard('{ArrowUp}');
  expect(getFocused(car)).toBe('windshield_front');
  await userEvent.keyboard('{Enter}');
  expect(details).toEqual([{ partType: 'windshield_front', viewpoint: 'front' }]);
  await userEvent.tab();
  expect(car.shadowRoot?.activeElement).toBeNull();
});

test('shows damages by place and severity, and only they can be selected', async () => {
  const car = await addCar({
    damages: [
      { id: '1', partType: 'hood', level: 3 },
      { id: '2', partType: 'hood', level: 1 },
      { id: '3', partType: 'door_front_left' },
    ],
  });
  const buttons = [...(car.shadowRoot?.querySelectorAll('[role="button"]') ?? [])];
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Hood, 2 damages, Severe',
    'Door (front left), 1 damage',
  ]);
  expect(buttons.map((button) => button.getAttribute('data-level'))).toEqual(['3', 'unknown']);
  const marks = [...(car.shadowRoot?.querySelectorAll('.mark text') ?? [])];
  expect(marks.map(({ textContent }) => textContent)).toEqual(['2', '1']);
});

test.runIf(hasInput)('Tab reaches only parts with damages', async () => {
  const car = await addCar({
    damages: [
      { id: '1', partType: 'hood' },
      { id: '2', partType: 'roof' },
    ],
  });
  const reached: unknown[] = [];
  for (let stops = 0; stops < 4; stops++) {
    await userEvent.tab();
    reached.push(getFocused(car));
  }
  expect(reached.filter(Boolean)).toEqual(['hood', 'roof']);
});

test('a car without damages is a picture, and says so', async () => {
  const car = await addCar({});
  const drawing = car.shadowRoot?.querySelector('svg');
  expect(drawing?.getAttribute('role')).toBe('img');
  expect(drawing?.getAttribute('aria-label')).toBe('0 damages');
});

test('hatches the sides that no photo shows, unless a damage is there, and says so', async () => {
  const car = await addCar({ unseen: ['front', 'left'], damages: [{ id: '1', partType: 'hood', level: 1 }] });
  expect(findPart(car, 'bumper_front').getAttribute('class')).toBe('unseen');
  expect(getComputedStyle(findPart(car, 'bumper_front')).fill).toContain('#unseen');
  expect(findPart(car, 'hood').getAttribute('class')).not.toBe('unseen');
  expect(findPart(car, 'bumper_back').getAttribute('class')).not.toBe('unseen');
  const drawing = car.shadowRoot?.querySelector('svg');
  expect(drawing?.getAttribute('aria-label')).toBe('1 damage, 2 of 8 sides not photographed');
  expect(car.shadowRoot?.querySelector('[part=caption]')?.textContent).toContain('Not photographed');
});

test('a car of which no side was photographed has no number of damages', async () => {
  const car = await addCar({ unseen: ['front', 'back'] });
  expect(car.shadowRoot?.querySelector('svg')?.getAttribute('aria-label')).toBe(
    '2 of 8 sides not photographed',
  );
});

test('speaks French', async () => {
  const car = await addCar({ lang: 'fr', damages: [{ id: '1', partType: 'roof', level: 2 }] });
  expect(findPart(car, 'roof').getAttribute('aria-label')).toBe('Toit, 1 dommage, Moyen');
});

test('landscape turns the drawing, and marks stay on their parts', async () => {
  for (const orientation of ['portrait', 'landscape'] as const) {
    const car = await addCar({ orientation, damages: [{ id: '1', partType: 'hood' }] });
    const mark = car.shadowRoot?.querySelector('.mark')?.getBoundingClientRect();
    const hood = findPart(car, 'hood').getBoundingClientRect();
    expect(mark && mark.left > hood.left && mark.right < hood.right).toBe(true);
    expect(mark && mark.top > hood.top && mark.bottom < hood.bottom).toBe(true);
  }
});

async function addCar(fields: Partial<KerbsideCar>): Promise<KerbsideCar> {
  const car = Object.assign(document.createElement('kerbside-car'), fields);
  car.style.width = '400px';
  document.body.append(car);
  await car.updateComplete;
  return car;
}

function findPart(car: KerbsideCar, part: string): Element {
  const found = car.shadowRoot?.querySelector(`[data-part="${part}"]`);
  if (!found) throw new Error(`no part ${part}`);
  return found;
}

function getFocused(car: KerbsideCar): string | undefined {
  return (car.shadowRoot?.activeElement as SVGElement | null)?.dataset.part;
}

function listen(car: KerbsideCar): PartSelectDetail[] {
  const details: PartSelectDetail[] = [];
  car.addEventListener('part-select', ({ detail }) => details.push(detail));
  return details;
}
