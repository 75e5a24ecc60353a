import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './slow-tests.ts';
import { ROOT } from './steps.ts';
import { placeOf } from './timed-tests.ts';

/** Begins with the files that take longest, so that no worker waits for one of them in the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONG_FILES.indexOf(placeOf(ROOT, moduleId));
      return rank < 0 ? LONG_FILES.length : rank;
    };
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
