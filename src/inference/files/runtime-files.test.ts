import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { RUNTIMES } from './runtime-files.ts';

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));

describe.each(Object.entries(RUNTIMES))('%s', (_engine, runtime) => {
  it('has the version that package.json pins', () => {
    expect(manifest.devDependencies).toHaveProperty([runtime.package], runtime.version);
  });

  it('lists the files of that version with their sizes', async () => {
    for (const { name, bytes } of runtime.files)
      expect((await stat(`${modules}${runtime.package}/dist/${name}`)).size, name).toBe(bytes);
  });
});
