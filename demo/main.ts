import { KerbsidePhoto } from 'kerbside/elements';
import { cachePage } from './common/offline.ts';
import { InspectionList } from './list/inspection-list.ts';
import { Welcome } from './list/welcome.ts';
import { openComparisons, openDemoKerbside, openReports } from './open-kerbside.ts';
import { AppShell } from './shell/app-shell.ts';
import { Downloads } from './shell/downloads.ts';
import { captureInstallPrompt, InstallNotice } from './shell/install-notice.ts';
import { StatusBar } from './shell/status-bar.ts';

/** The elements of the first load. The other pages register theirs when they are loaded (shell/load-page.ts). */
const ELEMENTS = {
  'kerbside-photo': KerbsidePhoto,
  'app-shell': AppShell,
  'app-inspection-list': InspectionList,
  'app-welcome': Welcome,
  'app-downloads': Downloads,
  'app-install-notice': InstallNotice,
  'app-status-bar': StatusBar,
} as const;

const installPrompt = captureInstallPrompt();
const pageCached = cachePage();
pageCached.catch(() => {}); // shown when the user prepares the app for offline use

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);

const shell = new AppShell();
document.body.append(shell);
try {
  const kerbside = await openDemoKerbside();
  let comparisons: ReturnType<typeof openComparisons> | undefined;
  let reports: ReturnType<typeof openReports> | undefined;
  shell.start({
    kerbside,
    pageCached,
    installPrompt,
    comparisons: () => {
      comparisons ??= openComparisons(kerbside);
      return comparisons;
    },
    reports: () => {
      reports ??= openReports(kerbside);
      return reports;
    },
  });
} catch (error) {
  shell.fail(error);
}
