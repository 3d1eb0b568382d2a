import { KerbsidePhoto } from 'kerbside/elements';
import { InspectionList } from './list/inspection-list.ts';
import { Welcome } from './list/welcome.ts';
import { AppShell } from './shell/app-shell.ts';
import { Downloads } from './shell/downloads.ts';
import { InstallNotice } from './shell/install-notice.ts';
import { StatusBar } from './shell/status-bar.ts';

const ELEMENTS = {
  'kerbside-photo': KerbsidePhoto,
  'app-shell': AppShell,
  'app-inspection-list': InspectionList,
  'app-welcome': Welcome,
  'app-downloads': Downloads,
  'app-install-notice': InstallNotice,
  'app-status-bar': StatusBar,
} as const;

/** Registers the elements of the first load. The other pages register theirs when they are loaded (shell/load-page.ts). */
export function defineApp(): void {
  for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
}
