import { expect, test } from 'vitest';
import { countTests, type Report } from './count-tests.mjs';

const report = (changes: Partial<Report>): Report => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...changes,
});

test('counts todo tests as skipped', () => {
  expect(countTests(report({ numPendingTests: 2, numTodoTests: 1 }), true)).toEqual({
    passed: 3,
    failed: 0,
    skipped: 3,
  });
});

test('does not count tests that the run leaves out', () => {
  const assertionResults = [
    { status: 'skipped', tags: ['long'] },
    { status: 'skipped', tags: [] },
  ];
  const testResults = [{ status: 'passed', assertionResults }];
  const isLeftOut = (tags: string[]) => tags.includes('long');
  expect(countTests(report({ numPendingTests: 2, testResults }), true, isLeftOut).skipped).toBe(1);
});

test('counts a file that does not load as a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(countTests(report({ numFailedTests: 1, testResults }), false).failed).toBe(2);
});

test('counts a run that failed outside its tests as a failure', () => {
  expect(countTests(report({}), false)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  expect(countTests(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
