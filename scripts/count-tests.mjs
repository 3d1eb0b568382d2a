/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/**
 * @typedef {object} Report the parts of Vitest's JSON report that this file uses
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: { status: string, tags?: string[] }[] }[]} testResults one per file
 */

/**
 * Counts the tests of a run. A file that fails without a failed test (it did not load, or a hook threw) counts as one
 * failure. So does a run that failed for another reason, such as an unhandled rejection or a missing report.
 * @param {Report | undefined} report
 * @param {boolean} succeeded whether Vitest itself reported success
 * @param {(tags: string[]) => boolean} isLeftOut whether the run leaves out tests with these tags; they are not counted
 * @returns {Count}
 */
export function countTests(report, succeeded, isLeftOut = () => false) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + brokenFiles.length;
  const leftOut = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags = [] }) => status === 'skipped' && isLeftOut(tags));
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !succeeded ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests - leftOut.length,
  };
}
