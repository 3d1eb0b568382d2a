import { writeFileSync } from 'node:fs';

/**
 * @typedef {{ title: string, message: string }} Failure a failed test or file, or an error outside of them
 * @typedef {{ files: import('./stage-times.mjs').FileTime[], failures: Failure[] }} RunReport
 * @typedef {{ message: string, stack?: string | undefined, diff?: string | undefined }} TestError the parts used here
 */

/**
 * Writes how long each test file took, its imports and hooks included, and why tests failed, to the file that
 * TEST_REPORT names. Vitest's JSON report has no project names, no times of hooks and no errors outside of tests.
 */
export default class TestReporter {
  /** @type {RunReport} */
  #report = { files: [], failures: [] };

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const { collectDuration, duration, setupDuration } = module.diagnostic();
    const file = module.relativeModuleId;
    const seconds = (collectDuration + duration + setupDuration) / 1000;
    this.#report.files.push({ project: module.project.name, file, seconds });

    this.#add(file, module.errors());
    for (const suite of module.children.allSuites()) this.#add(`${file} > ${suite.fullName}`, suite.errors());
    for (const test of module.children.allTests('failed'))
      this.#add(`${file} > ${test.fullName}`, test.result().errors ?? []);
  }

  /**
   * @param {readonly unknown[]} _modules
   * @param {readonly TestError[]} errors
   */
  onTestRunEnd(_modules, errors) {
    this.#add('Outside of the tests', errors);
    const target = process.env.TEST_REPORT;
    if (target) writeFileSync(target, JSON.stringify(this.#report));
  }

  /**
   * @param {string} title
   * @param {readonly TestError[]} errors
   */
  #add(title, errors) {
    for (const error of errors) this.#report.failures.push({ title, message: describe(error) });
  }
}

/** @param {TestError} error */
function describe({ message, stack = '', diff = '' }) {
  const calls = stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes('node_modules'));
  return [message, diff, ...calls.slice(0, 4)].filter(Boolean).join('\n');
}
