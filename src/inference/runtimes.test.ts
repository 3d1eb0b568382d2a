import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { RUNTIMES } from './runtimes.ts';

it.each(Object.entries(RUNTIMES))(
  '%s is built with the runtime that package.json pins',
  (_engine, runtime) => {
    const pinned = { ...manifest.devDependencies, ...manifest.optionalDependencies };
    expect(pinned).toHaveProperty([runtime.package], runtime.version);
  },
);
