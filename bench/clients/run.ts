// npm run bench -- clients: the script that a browser loads until a record is written and read back, for Kerbside and for
// other libraries of an app that works offline. Needs a registry.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChromium } from '../../test/e2e/serve.ts';
import { packPackages } from '../../test/node/support/packed-packages.ts';
import { npmInstall, readInstalledVersion } from '../lib/npm-install.ts';
import { finish } from '../lib/report.ts';
import { type Row, row } from '../lib/row.ts';
import { kerbsideClient, OTHER_CLIENTS } from './clients.ts';
import { type ClientSize, measureClient } from './measure-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'kerbside-clients-'));
const browser = await startChromium();
const rows: Row[] = [];
const details: Record<string, ClientSize> = {};
const skipped: string[] = [];
try {
  const clients = [kerbsideClient(packPackages(folder).kerbside.tarball), ...OTHER_CLIENTS];
  for (const client of clients) {
    const app = join(folder, client.name);
    try {
      npmInstall(app, client.packages);
      const size = await measureClient(app, client, browser);
      details[client.name] = size;
      const title = `${client.name} ${readInstalledVersion(app, client.name)} (${client.does})`;
      rows.push(row(`${title}: script`, { figure: size.scriptBytes / 1000, unit: 'kB' }));
      if (size.webAssemblyBytes > 0)
        rows.push(row(`${title}: WebAssembly`, { figure: size.webAssemblyBytes / 1000, unit: 'kB' }));
    } catch (error) {
      skipped.push(`${client.name}: ${String(error).split('\n')[0]}`);
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
finish({ bench: 'clients', browser: browser.version(), rows, details, skipped });
