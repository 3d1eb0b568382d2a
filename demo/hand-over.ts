import type { Kerbside } from 'kerbside';
import { confirmed } from './confirm.ts';
import { h } from './dom.ts';
import { vehicleTitle } from './format.ts';
import { ProblemArea } from './problem.ts';
import { goTo } from './route.ts';
import { card, type Section, type Shown } from './section.ts';

/** Out of this device: as a file, as deleted, or for good. */
export function handOverSection(kerbside: Kerbside, inspectionId: string): Section {
  const problem = new ProblemArea();
  let shown: Shown | undefined;
  const exported = () =>
    problem.attempt(async () => save(await kerbside.storage.export(inspectionId), fileName(shown)));
  const deleted = async () => {
    const explanation = 'It is marked as deleted, and stays on this device until it is removed for good.';
    if (!(await confirmed('Delete this inspection?', explanation, 'Delete'))) return;
    await problem.attempt(() => kerbside.inspections.deleteOne(inspectionId));
  };
  const purged = async () => {
    const explanation =
      'Its photos and everything that was not sent yet will be lost. Export it first to keep them.';
    if (!(await confirmed('Remove it for good?', explanation, 'Remove'))) return;
    const done = await problem.attempt(() => kerbside.storage.purge(inspectionId, { discardUnsent: true }));
    if (done) goTo('#/');
  };

  const remove = h('button', { type: 'button', class: 'danger' });
  remove.addEventListener('click', () => (shown?.isDeleted ? purged() : deleted()));
  return {
    element: card(
      'Hand over',
      h('p', { class: 'quiet' }, 'One zip holds the records, the photos and what was not sent yet.'),
      problem.element,
      h(
        'div',
        { class: 'actions spread' },
        h('button', { type: 'button', class: 'secondary', on: { click: exported } }, 'Export a zip'),
        remove,
      ),
    ),
    update(now) {
      shown = now;
      remove.textContent = now.isDeleted ? 'Remove for good' : 'Delete inspection';
    },
  };
}

function fileName(shown: Shown | undefined): string {
  const vehicle = shown?.entities.vehicles[shown.inspection.vehicle ?? ''];
  const name = vehicle?.plate ?? vehicleTitle(vehicle);
  return `kerbside-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.zip`;
}

function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  h('a', { href, download: name }).click();
  // Not at once: Safari fetches the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
