import { readSlowTests, unlistedSlowTests } from './slow-tests.ts';
import { commandForFailed, slowestTests, type TimedTest } from './timed-tests.ts';

const SLOWEST = 20;

/** Says after a run which tests take the time, which of them should not, and how to run the failed ones alone. */
export function reportTests(tests: readonly TimedTest[]): void {
  const slowest = slowestTests(tests, SLOWEST);
  if (slowest !== '') console.log(slowest);
  const unlisted = unlistedSlowTests(tests, readSlowTests());
  if (unlisted.length > 0) {
    console.log(
      `More than 5 s, and not in tools/slow-tests.json (a busy machine has some):\n  ${unlisted.join('\n  ')}`,
    );
  }
  const again = commandForFailed(tests);
  if (again !== undefined) console.log(`The failed tests alone: ${again}`);
}
