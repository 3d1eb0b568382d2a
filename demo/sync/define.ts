import { defineElements } from 'kerbside/elements';
import { ActivityLog } from './activity-log.ts';
import { DeviceCard } from './device-card.ts';
import { SyncPage } from './sync-page.ts';

export function definePage(): void {
  defineElements();
  customElements.define('app-activity', ActivityLog);
  customElements.define('app-device', DeviceCard);
  customElements.define('app-sync', SyncPage);
}
