import type { Entities, Inspection, Kerbside } from 'kerbside';
import { badge } from './badge.ts';
import { coalesced } from './coalesce.ts';
import { h, showItems } from './dom.ts';
import { onAnyEvent } from './events.ts';
import { count, moment, vehicleTitle } from './format.ts';
import { importButton } from './import-button.ts';
import { ProblemArea } from './problem.ts';
import { hrefOf } from './route.ts';

const PAGE = 50;

export interface InspectionList {
  markCurrent(inspectionId: string | undefined): void;
}

/** All inspections on this device, newest first; follows what happens here and in other tabs. */
export function showInspectionList(place: HTMLElement, kerbside: Kerbside): InspectionList {
  const problem = new ProblemArea();
  const rows = h('ul', { class: 'rows' });
  const empty = h('p', { class: 'empty', hidden: true }, 'No inspections yet. Create the first one.');
  const more = h('button', { type: 'button', class: 'secondary', hidden: true }, 'Show more');
  const withDeleted = h('input', { type: 'checkbox', id: 'with-deleted' });
  let wanted = PAGE;
  let current: string | undefined;

  const mark = () => {
    for (const link of rows.querySelectorAll('a')) {
      if (link.hash === (current && hrefOf(current))) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
  };
  const refresh = coalesced(async () => {
    try {
      const { inspections, entities, hasMore } = await newest(kerbside, wanted, withDeleted.checked);
      showItems(
        rows,
        inspections,
        ({ id }) => id,
        (inspection) => h('li', {}, row(inspection, entities)),
        (item, inspection) => item.replaceChildren(row(inspection, entities)),
      );
      empty.hidden = inspections.length > 0;
      more.hidden = !hasMore;
      mark();
    } catch (error) {
      problem.show(error);
    }
  });

  more.addEventListener('click', () => {
    wanted += PAGE;
    refresh();
  });
  withDeleted.addEventListener('change', refresh);
  place.append(
    h(
      'div',
      { class: 'list-head' },
      h('h2', {}, 'Inspections'),
      h('a', { class: 'button', href: '#/new' }, 'New inspection'),
    ),
    problem.element,
    empty,
    rows,
    more,
    h(
      'div',
      { class: 'list-foot' },
      importButton(kerbside, problem),
      h('label', { class: 'check' }, withDeleted, 'Show deleted'),
    ),
  );
  onAnyEvent(kerbside, refresh);
  refresh();
  return {
    markCurrent(inspectionId) {
      current = inspectionId;
      mark();
    },
  };
}

async function newest(kerbside: Kerbside, wanted: number, showDeleted: boolean) {
  const inspections: Inspection[] = [];
  const entities: Pick<Entities, 'vehicles'> = { vehicles: {} };
  for (let after: string | undefined; ; ) {
    const page = await kerbside.inspections.getMany({ verbose: 1, limit: PAGE, showDeleted, after });
    inspections.push(...page.data);
    Object.assign(entities.vehicles, page.entities.vehicles);
    after = page.paging.next === null ? undefined : page.paging.cursors.after;
    if (after === undefined || inspections.length >= wanted) {
      return { inspections, entities, hasMore: after !== undefined };
    }
  }
}

function row(inspection: Inspection, { vehicles }: Pick<Entities, 'vehicles'>): HTMLElement {
  const vehicle = vehicles[inspection.vehicle ?? ''];
  const title = vehicleTitle(vehicle);
  const facts = [
    vehicle?.plate !== title && vehicle?.plate,
    count(inspection.images.length, 'photo'),
    inspection.damages.length > 0 && count(inspection.damages.length, 'damage'),
  ];
  return h(
    'a',
    { class: 'row', href: hrefOf(inspection.id) },
    h('span', { class: 'row-title' }, title),
    badge(inspection.deleted ? 'deleted' : inspection.status),
    h('span', { class: 'quiet' }, facts.filter(Boolean).join(' · ')),
    h('time', { class: 'quiet', datetime: inspection.createdAt }, moment(inspection.createdAt)),
  );
}
