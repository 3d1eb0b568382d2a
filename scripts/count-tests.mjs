/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * @typedef {object} Report the parts of Vitest's JSON report that matter here
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string }[] }[]} testResults one for each file
 */

/**
 * A file that fails without a failed test (it did not load, or a hook threw) counts as one failure, and so does
 * a run that failed for any other reason, for example an unhandled rejection or a report that was never written.
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
