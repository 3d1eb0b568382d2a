import type { LitElement } from 'lit';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openKerbside } from '../../src/index.ts';
import { liveQueries } from '../../src/live/index.ts';
import { eventually } from '../fixtures/eventually.ts';

const kerbside = await openKerbside({ user: { id: 'ann' }, database: crypto.randomUUID() });
afterAll(() => kerbside.close());

interface InspectionStatus extends LitElement {
  inspectionId: string;
}

/** Defines the element of docs/live.md once: a page cannot forget an element. */
async function createStatus(): Promise<InspectionStatus> {
  vi.stubGlobal('kerbside', kerbside);
  const { InspectionStatus } = (await import('virtual:docs/live.md/2.ts')) as {
    InspectionStatus: new () => InspectionStatus;
  };
  if (!customElements.get('inspection-status')) customElements.define('inspection-status', InspectionStatus);
  const element = new InspectionStatus();
  onTestFinished(() => element.remove());
  return element;
}

const create = async () => (await kerbside.inspections.createOne({ tasks: { damage_detection: {} } })).result;
const complete = (id: string) => kerbside.tasks.updateOne(id, 'damage_detection', { status: 'DONE' });
const textOf = (element: Element) => element.shadowRoot?.textContent;

test('the element of docs/live.md follows its inspection, and the next one that it gets', async () => {
  const [first, second] = [await create(), await create()];
  const element = await createStatus();
  element.inspectionId = first;
  document.body.append(element);
  const before = await eventually(() => {
    expect(textOf(element)).toMatch(/^[A-Z_]+$/);
    return textOf(element);
  });
  await complete(first);
  await eventually(() => expect(textOf(element)).not.toBe(before));
  element.inspectionId = second;
  await eventually(() => expect(textOf(element)).toBe(before));
  await complete(second);
  await eventually(() => expect(textOf(element)).not.toBe(before));
});

test('an element that left the page does not read, and shows what it missed when it is back', async () => {
  const id = await create();
  const element = await createStatus();
  element.inspectionId = id;
  document.body.append(element);
  const before = await eventually(() => {
    expect(textOf(element)).toMatch(/^[A-Z_]+$/);
    return textOf(element);
  });
  element.remove();
  await Promise.resolve(); // the query ends
  const read = vi.spyOn(kerbside.inspections, 'getOne');
  const task = liveQueries(kerbside).task(id, 'damage_detection');
  onTestFinished(task.subscribe(() => {}));
  await complete(id);
  await eventually(() => expect(task.getSnapshot().data?.status).toBe('DONE'));
  expect(read).not.toHaveBeenCalled();
  document.body.append(element);
  await eventually(() => expect(textOf(element)).not.toBe(before));
});
