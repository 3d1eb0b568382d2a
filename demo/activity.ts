import type { Kerbside, KerbsideEvent } from 'kerbside';
import { h } from './dom.ts';
import { onAnyEvent } from './events.ts';
import { bytes, statusLabels, taskLabels, time, words } from './format.ts';

const SHOWN = 50;

/** What happens in the library as it happens, from this tab and all others. */
export function showActivity(place: HTMLElement, kerbside: Kerbside): void {
  const log = h('ol', { class: 'log', role: 'log', 'aria-label': 'Events' });
  const empty = h('p', { class: 'quiet' }, 'Nothing yet. Events of this tab and of others appear here.');
  place.append(h('details', {}, h('summary', {}, 'Activity'), protection(kerbside), empty, log));
  onAnyEvent(kerbside, (event) => {
    if (event.type === 'model.progress' || event.type === 'network.measured') return; // many a second
    empty.remove();
    log.prepend(h('li', {}, h('time', {}, time(new Date())), h('span', {}, describe(event))));
    while (log.children.length > SHOWN) log.lastElementChild?.remove();
  });
}

/** Browsers may clear the data of sites when a disk runs full, unless they are asked not to. */
function protection(kerbside: Kerbside): HTMLElement {
  const line = h('p', { class: 'quiet' });
  const show = (persisted: boolean) => {
    line.textContent = persisted
      ? 'The browser has promised to keep this data.'
      : 'The browser may clear this data when the device runs out of room. ';
    if (!persisted) line.append(ask);
  };
  const ask = h(
    'button',
    {
      type: 'button',
      class: 'plain',
      on: { click: async () => show(await kerbside.storage.persist()) },
    },
    'Ask it to keep it',
  );
  void kerbside.storage.usage().then(({ persisted }) => show(persisted));
  return line;
}

function describe(event: KerbsideEvent): string {
  switch (event.type) {
    case 'task.updated':
      return `${taskLabels[event.taskName]}: ${statusLabels[event.status].toLowerCase()}`;
    case 'route.decided':
      return `${taskLabels[event.taskName]} runs on the ${event.where}: ${event.reason}`;
    case 'task.progress':
      return `${taskLabels[event.taskName]}: ${event.done} of ${event.total}`;
    case 'image.checked':
      return event.isCompliant ? 'Photo checked: good' : 'Photo checked: better taken again';
    case 'engine.downgraded':
      return `${event.engine} no longer runs model ${event.model}: ${event.reason}`;
    case 'model.not_kept':
      return 'There was no room to keep a model: it is fetched again next time';
    case 'storage.warning':
      return `Storage is nearly full: ${bytes(event.usedBytes)} of ${bytes(event.quotaBytes)}`;
    case 'storage.outdated':
      return 'A newer version of this app is open in another tab: reload this one';
    default:
      return words(event.type.replace('.', ' '));
  }
}
