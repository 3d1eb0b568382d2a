/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * @typedef {object} Report the parts of Vitest's JSON report that this file uses
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one per file
 */

/**
 * Counts the tests of a run. A file that fails without a failed test (it did not load, or a hook threw) counts as one
 * failure. So does a run that failed for another reason, such as an unhandled rejection or a missing report.
 * @param {Report | undefined} report
 * @param {boolean} succeeded whether Vitest itself reported success
 * @returns {Count}
 */
export function countTests(report, succeeded) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
