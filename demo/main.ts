import { defineApp } from './define.ts';
import { openComparisons, openDemoKerbside, openReports } from './open-kerbside.ts';
import { AppShell } from './shell/app-shell.ts';
import { captureInstallPrompt } from './shell/install-prompt.ts';
import { cachePage } from './shell/offline.ts';

const installPrompt = captureInstallPrompt();
const pageCached = cachePage();
pageCached.catch(() => {}); // shown when the user prepares the app for offline use

defineApp();

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
