import type { BuiltApp } from './serve-app.ts';

/** What the folders of the library are for, in the words of an app's developer. The first that matches counts. */
const PARTS: readonly [part: string, folders: RegExp][] = [
  ['reads and checks photos', /^src\/(photo\/|operations\/(ingest-photo|photo-limits|stored-photo))/],
  ['checks of input', /^(node_modules\/valibot|src\/domain\/)/],
  ['records: rules of an inspection', /^src\/(rules|estimate)\//],
  ['IndexedDB: durable, over several tabs', /^src\/(store|platform\/indexeddb)/],
  ['merges results of the service', /^src\/sync\/results\/(?!results-)/],
  ['reads responses of the service', /^src\/wire\/(?!routes|request|form|query|key-case|error|retry)/],
  ['calls of the service', /^src\/(remote|wire)\//],
  ['finds lost and duplicate requests', /^src\/sync\/reconcile\//],
  ['status of sync', /^src\/sync\/([a-z-]+\.ts|outbox\/outbox-summary)/],
  ['sends: order, retries, leader tab', /^src\/sync\//],
  ['the API, events, locks, storage', /^src\//],
];

/** The bytes of each part in these files, gzip: a file's bytes are divided as its modules before compression. */
export function measureParts(app: BuiltApp, files: readonly string[]): Map<string, number> {
  const bytes = new Map<string, number>();
  for (const { gzipBytes, modules } of files.flatMap((name) => app[name] ?? [])) {
    const total = Object.values(modules).reduce((sum, length) => sum + length, 0);
    for (const [module, length] of Object.entries(modules)) {
      const part = PARTS.find(([, folders]) => folders.test(module))?.[0] ?? 'the app and its bundler';
      bytes.set(part, (bytes.get(part) ?? 0) + (gzipBytes * length) / total);
    }
  }
  return new Map([...bytes].sort(([, one], [, other]) => other - one));
}
