import { isKerbsideError, type Kerbside } from 'kerbside';
import { badge } from './badge.ts';
import { coalesced } from './coalesce.ts';
import { damagesSection } from './damages.ts';
import { h } from './dom.ts';
import { moment, vehicleTitle } from './format.ts';
import { handOverSection } from './hand-over.ts';
import type { Page } from './page.ts';
import { PhotoViewer } from './photo-viewer.ts';
import { photosSection } from './photos.ts';
import { inWords, ProblemArea } from './problem.ts';
import { shownOf } from './section.ts';
import { tasksSection } from './tasks.ts';
import { vehicleSection } from './vehicle.ts';

/** One inspection, live: every change, from this tab or another, is read back from the database. */
export function inspectionPage(kerbside: Kerbside, id: string): Page {
  const problem = new ProblemArea();
  const viewer = new PhotoViewer(kerbside, id);
  const title = h('h1', {}, '…');
  const facts = h('p', { class: 'facts' });
  const sections = [photosSection, tasksSection, damagesSection, vehicleSection, handOverSection].map(
    (make) => make(kerbside, id, viewer),
  );
  const body = h('div', { class: 'sections', hidden: true }, ...sections.map(({ element }) => element));
  const element = h(
    'article',
    {},
    h('a', { class: 'back', href: '#/' }, 'All inspections'),
    h('header', { class: 'page-head' }, title, facts),
    problem.element,
    body,
    viewer.element,
  );

  const refresh = coalesced(async () => {
    try {
      const shown = shownOf(await kerbside.inspections.getOne(id, { showDeletedObjects: true }));
      const { inspection, entities, isDeleted } = shown;
      title.textContent = vehicleTitle(entities.vehicles[inspection.vehicle ?? '']);
      facts.replaceChildren(
        badge(isDeleted ? 'deleted' : inspection.status),
        h('span', { class: 'quiet' }, moment(inspection.createdAt)),
      );
      body.hidden = false;
      body.dataset.deleted = String(isDeleted);
      for (const section of sections) section.update(shown);
      viewer.update(shown);
    } catch (error) {
      const wasShown = !body.hidden && !isKerbsideError(error, 'not_found');
      if (wasShown) return problem.show(error);
      title.textContent = 'Not on this device';
      facts.replaceChildren(h('span', { class: 'quiet' }, inWords(error)));
      body.hidden = true;
    }
  });

  const leaving = new AbortController();
  // An address that is no id is refused here too; the refresh says so in words.
  follow(kerbside, id, refresh, leaving.signal).catch(() => {});
  refresh();
  return {
    title: 'Inspection',
    element,
    leave() {
      leaving.abort();
      for (const section of sections) section.leave?.();
    },
  };
}

async function follow(kerbside: Kerbside, id: string, refresh: () => void, signal: AbortSignal) {
  for await (const _event of kerbside.watch(id, { signal })) refresh();
}
