import type { Kerbside } from 'kerbside';
import { showActivity } from './activity.ts';
import { inspectionPage } from './detail.ts';
import { showDevice } from './device-panel.ts';
import { h } from './dom.ts';
import { showDownloads } from './downloads.ts';
import { showInspectionList } from './inspection-list.ts';
import { newInspectionPage } from './new-inspection.ts';
import { keepPage } from './offline.ts';
import type { Page } from './page.ts';
import { inWords } from './problem.ts';
import { currentRoute, isRoute, type Route } from './route.ts';
import { openService } from './service.ts';
import { showStatus } from './status-bar.ts';
import { welcomePage } from './welcome.ts';

const main = place('main');
const pageKept = keepPage();
pageKept.catch(() => {}); // said when a person asks for it

try {
  start(await openService());
} catch (error) {
  document.body.dataset.route = 'failed';
  main.replaceChildren(h('div', { class: 'problem', role: 'alert' }, h('p', {}, inWords(error))));
}

function start(kerbside: Kerbside): void {
  showStatus(place('status'), kerbside);
  showActivity(place('activity'), kerbside);
  showDownloads(place('downloads'), kerbside);
  const list = showInspectionList(place('list'), kerbside);
  showDevice(place('device'), kerbside, pageKept);
  let shown: Page | undefined;
  const show = () => {
    const route = currentRoute();
    shown?.leave?.();
    shown = pageOf(route, kerbside);
    document.body.dataset.route = route.name;
    document.title = `${shown.title} · Kerbside`;
    main.replaceChildren(shown.element);
    list.markCurrent(route.name === 'detail' ? route.id : undefined);
  };
  show();
  addEventListener('hashchange', () => {
    if (!isRoute(location.hash)) return; // the skip link
    show();
    // A person who listens must hear that the page has changed.
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
}

function pageOf(route: Route, kerbside: Kerbside): Page {
  switch (route.name) {
    case 'new':
      return newInspectionPage(kerbside);
    case 'detail':
      return inspectionPage(kerbside, route.id);
    case 'list':
      return welcomePage();
  }
}

function place(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no #${id}`);
  return element;
}
