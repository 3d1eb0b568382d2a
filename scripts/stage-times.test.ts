import { expect, test } from 'vitest';
import { formatTimes } from './stage-times.mjs';

const squeezed = (table: string) => table.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));

test('lists the stages in their order, the projects below the tests, and the slowest files first', () => {
  const table = formatTimes({
    stages: [
      { title: 'Build', seconds: 25.61 },
      { title: 'Tests', seconds: 300 },
      { title: 'Size', seconds: 2 },
    ],
    files: [
      { project: 'node', file: 'src/a.test.ts', seconds: 1 },
      { project: 'e2e', file: 'test/e2e/b.test.ts', seconds: 9 },
      { project: 'node', file: 'src/c.test.ts', seconds: 3.25 },
    ],
    total: 330,
    slowest: 2,
  });
  expect(squeezed(table)).toEqual([
    'Build 25.6 s',
    'Tests 300.0 s',
    'node, sum of 2 files 4.3 s',
    'e2e, sum of 1 files 9.0 s',
    'Size 2.0 s',
    'Total 330.0 s',
    '',
    'Slowest test files',
    'test/e2e/b.test.ts 9.0 s',
    'src/c.test.ts 3.3 s',
  ]);
});

test('needs no test files', () => {
  const table = formatTimes({ stages: [{ title: 'Dependencies', seconds: 4 }], files: [], total: 4 });
  expect(squeezed(table)).toEqual(['Dependencies 4.0 s', 'Total 4.0 s']);
});
