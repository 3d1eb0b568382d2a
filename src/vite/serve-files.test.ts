import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBuilder, createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { type ServedFiles, serveFiles } from './serve-files.ts';

test('a file that is missing is an error of its request, and does not end the development server', async () => {
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    plugins: [serveFiles(new Map([['kerbside/lost.onnx', { path: '/nowhere/lost.onnx' }]]))],
    server: { port: 0, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const url = new URL('kerbside/lost.onnx', server.resolvedUrls?.local[0]);
  expect((await fetch(url)).status).toBe(500);
});

test('a build copies the files to where it writes the page', async () => {
  const root = await mkdtemp(join(tmpdir(), 'kerbside-files-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeFile(join(root, 'index.html'), '<!doctype html>');
  const files: ServedFiles = new Map([['kerbside/models/manifest.json', { content: '{}' }]]);
  const builder = await createBuilder({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: [serveFiles(files)],
    builder: { sharedConfigBuild: true, sharedPlugins: true },
    environments: { client: { build: { outDir: 'dist/client' } } },
  });
  const { client } = builder.environments;
  if (client) await builder.build(client);
  expect(await readFile(join(root, 'dist/client/kerbside/models/manifest.json'), 'utf8')).toBe('{}');
});
