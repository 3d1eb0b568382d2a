import { afterEach, expect, test } from 'vitest';
import { type Component, createApp } from 'vue';
import { eventually } from '../fixtures/eventually.ts';
import { openStoredList } from '../fixtures/stored-list.ts';

afterEach(() => {
  document.body.replaceChildren();
});

test('the components of docs/live.md show the inspections of all tabs, and unsubscribe', async () => {
  const { App } = (await import('virtual:docs/live.md/5.ts')) as { App: Component };
  const root = document.body.appendChild(document.createElement('main'));
  const app = createApp(App);
  app.mount(root);
  const button = root.querySelector('button');
  await eventually(() => expect(button?.disabled).toBe(false));
  const { otherTab, listIds, showsNewOne } = await openStoredList('agent-7');
  const before = await listIds();
  button?.click();
  await showsNewOne(root, before);
  const after = await listIds();
  await otherTab.inspections.createOne({ tasks: {} });
  await showsNewOne(root, after);
  app.unmount();
});
