import { writeFileSync } from 'node:fs';

/**
 * Writes how long each test file took, its imports and hooks included, to the file that TEST_TIMES names. Vitest's JSON
 * report has no project names and leaves hooks out.
 */
export default class TimeReporter {
  /** @type {import('./stage-times.mjs').FileTime[]} */
  #files = [];

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const { collectDuration, duration, setupDuration } = module.diagnostic();
    const seconds = (collectDuration + duration + setupDuration) / 1000;
    this.#files.push({ project: module.project.name, file: module.relativeModuleId, seconds });
  }

  onTestRunEnd() {
    const target = process.env.TEST_TIMES;
    if (target) writeFileSync(target, JSON.stringify(this.#files));
  }
}
