// npm run bench -- install: what npm puts on the disk of an empty app. Needs a registry.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackages } from '../../test/node/support/packed-packages.ts';
import { npmInstall } from '../lib/npm-install.ts';
import { finish } from '../lib/report.ts';
import { atMost, type Row, row } from '../lib/row.ts';
import { measureFolder } from './measure-folder.ts';

interface Installed {
  megabytes: number;
  packages: number;
  /** Packages that run a script when they are installed. */
  installScripts: number;
  warnings: string[];
  /** Known vulnerabilities, as `npm audit` counts them. Undefined if the registry does not audit. */
  vulnerabilities: number | undefined;
}

const folder = mkdtempSync(join(tmpdir(), 'kerbside-install-'));
try {
  const { kerbside, 'kerbside-models': models, 'kerbside-server': server } = packPackages(folder);
  const apps: Record<string, string[]> = {
    kerbside: [kerbside.tarball],
    'kerbside with kerbside-models': [kerbside.tarball, models.tarball],
    'kerbside-server with both': [kerbside.tarball, models.tarball, server.tarball],
    '@huggingface/transformers': ['@huggingface/transformers'],
    '@powersync/web': ['@powersync/web'],
    '@monkvision/network': ['@monkvision/network'],
  };
  const rows: Row[] = [];
  const details: Record<string, Installed> = {};
  const skipped: string[] = [];
  for (const [name, packages] of Object.entries(apps)) {
    try {
      const installed = install(packages);
      details[name] = installed;
      rows.push(...toRows(name, installed));
      if (installed.vulnerabilities === undefined) skipped.push(`${name}: npm audit is not available`);
    } catch (error) {
      skipped.push(`${name}: ${String(error).split('\n')[0]}`);
    }
  }
  finish({ bench: 'install', rows, details, skipped });
} finally {
  rmSync(folder, { recursive: true });
}

/** Installs packages into an empty app with npm's defaults, and measures the result. */
function install(packages: readonly string[]): Installed {
  const app = mkdtempSync(join(folder, 'app-'));
  const output = npmInstall(app, packages);
  const lock: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
    readFileSync(join(app, 'node_modules/.package-lock.json'), 'utf8'),
  );
  const locked = Object.values(lock.packages);
  return {
    megabytes: measureFolder(join(app, 'node_modules')) / 1e6,
    packages: locked.length,
    installScripts: locked.filter(({ hasInstallScript }) => hasInstallScript).length,
    // Settings of the machine's own npm are not the package's.
    warnings: output
      .split('\n')
      .filter((line) => /^npm warn/.test(line) && !/Unknown (user|env) config/.test(line)),
    vulnerabilities: audit(app),
  };
}

function audit(app: string): number | undefined {
  const { stdout } = spawnSync('npm', ['audit', '--json'], { cwd: app, encoding: 'utf8' });
  const report: { metadata?: { vulnerabilities: { total: number } } } = JSON.parse(stdout || '{}');
  return report.metadata?.vulnerabilities.total;
}

function toRows(
  name: string,
  { megabytes, packages, installScripts, warnings, vulnerabilities }: Installed,
): Row[] {
  const isAlone = name === 'kerbside';
  const limit = (most: number, unit?: string) => (isAlone ? atMost(most, unit) : undefined);
  return [
    row(`${name}: on disk`, { figure: megabytes, unit: 'MB' }, limit(60, 'MB')),
    row(`${name}: packages`, { figure: packages }, limit(10)),
    row(`${name}: install scripts and warnings`, { figure: installScripts + warnings.length }, limit(0)),
    ...(vulnerabilities === undefined
      ? []
      : [row(`${name}: vulnerabilities`, { figure: vulnerabilities }, limit(0))]),
  ];
}
