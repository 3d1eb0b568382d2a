import { defineElements } from 'kerbside/elements';
import { defineApp } from './define.ts';
import { openReports, openService } from './service.ts';
import { AppShell } from './shell/app-shell.ts';
import { keepPage } from './shell/offline.ts';

const pageKept = keepPage();
pageKept.catch(() => {}); // said when a person asks for it

defineElements();
defineApp();

const shell = new AppShell();
document.body.append(shell);
try {
  const kerbside = await openService();
  let reports: ReturnType<typeof openReports> | undefined;
  shell.start({
    kerbside,
    pageKept,
    reports: () => {
      reports ??= openReports(kerbside);
      return reports;
    },
  });
} catch (error) {
  shell.fail(error);
}
