import { expect, it } from 'vitest';
import { chooseThreadCount } from './thread-count.ts';

it.each([
  { cores: 8, load: 0.2, threads: 4 },
  { cores: 2, load: 0.1, threads: 2 },
  { cores: 2, load: 14, threads: 1 },
  { cores: 1, load: 0, threads: 1 },
  { cores: 8, load: 5.2, threads: 3 },
])('uses $threads threads on $cores cores under load $load', ({ cores, load, threads }) => {
  expect(chooseThreadCount(cores, load)).toBe(threads);
});
