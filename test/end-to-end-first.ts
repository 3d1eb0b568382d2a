import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The longest files first, else one of them is still running when all others are done; and they wait as much as they
 * compute, so they leave the processors to the tests in the browser, which run beside them.
 */
export class EndToEndFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isEndToEnd = ({ project }: TestSpecification) => project.name === 'e2e';
    return [...sorted.filter(isEndToEnd), ...sorted.filter((file) => !isEndToEnd(file))];
  }
}
