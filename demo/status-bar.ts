import type { Kerbside } from 'kerbside';
import { coalesced } from './coalesce.ts';
import { h } from './dom.ts';
import { onAnyEvent } from './events.ts';
import { bytes } from './format.ts';

/** In the header: whether there is a network, how much waits to be sent, how much room is taken. */
export function showStatus(place: HTMLElement, kerbside: Kerbside): void {
  const network = h('span', { class: 'network' });
  const outbox = h('strong', { id: 'outbox' }, '–');
  const used = h('strong', { id: 'used' }, '–');
  place.append(
    h('span', { class: 'fact' }, network),
    h('span', { class: 'fact' }, outbox, ' to send'),
    h('span', { class: 'fact' }, used, ' used'),
  );

  const showNetwork = () => {
    network.textContent = navigator.onLine ? 'Online' : 'Offline';
    network.dataset.online = String(navigator.onLine);
  };
  const refresh = coalesced(async () => {
    const usage = await kerbside.storage.usage();
    outbox.textContent = usage.operations.toLocaleString();
    used.textContent = usage.usedBytes === null ? '–' : bytes(usage.usedBytes);
  });
  addEventListener('online', showNetwork);
  addEventListener('offline', showNetwork);
  onAnyEvent(kerbside, refresh);
  showNetwork();
  refresh();
}
