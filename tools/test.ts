import { readSlowTests, unlistedSlowTests, writeSlowTests } from './slow-tests.ts';
import { commandForFailed, runnerOf, slowestTests, type TimedTest } from './timed-tests.ts';
import { browserSteps, browserTests, provideBrowser, webStep } from './browser-steps.ts';
import { checkSteps } from './check-steps.ts';
import { databaseSteps } from './database-steps.ts';
import { hostSteps } from './host-steps.ts';
import { currentCommit, sampleOf } from './sample.ts';
import { supplySteps } from './supply-steps.ts';
import { screenSteps } from './screen-steps.ts';
import { addTotal, emptyTotal, runSteps, type Step, stopStepsOnSignal, summary } from './steps.ts';
import { runVitest } from './vitest-run.ts';

/**
 * `npm test`: everything that guards a rule. `npm run test:full`: the same at every width and in other browsers, with
 * every statement broken, and the server on PostgreSQL 15 too. The last line counts over all of it; each check and the
 * build count as one test. `npm test -- FILE[:LINE] …` runs only the named tests, `--only=WORDS` only the steps with
 * these words in their names: a run that was cut short goes on there.
 */
const OPTIONS = ['--full', '--no-browser', '--list-slow'];
const SLOWEST = 20;
const begunAt = performance.now();
const args = process.argv.slice(2);
const [isFull, withoutBrowser, listsSlow] = OPTIONS.map((option) => args.includes(option));
const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length);
const named = args.filter((arg) => !OPTIONS.includes(arg) && !arg.startsWith('--only='));
const unknown = named.filter((place) => runnerOf(place) === undefined);
if (unknown.length > 0) {
  console.error(
    `Not a test file: ${unknown.join(', ')}. Name a *.test.ts, or a *.spec.ts of e2e/, with or without a line.`,
  );
  process.exit(2);
}
stopStepsOnSignal();

const ofBrowser = named.filter((place) => runnerOf(place) === 'browser');
const ofVitest = named.filter((place) => runnerOf(place) === 'vitest');
const needsBrowser =
  named.length === 0 ? !withoutBrowser : named.some((place) => /^e2e\/|\.screen\.test\.tsx/.test(place));

const fault = needsBrowser ? await provideBrowser({ withOthers: isFull === true || ofBrowser.length > 0 }) : undefined;
if (fault !== undefined) {
  console.log(fault);
  console.log(summary({ passed: 0, failed: 1, skipped: 0 }));
  process.exit(1);
}

const sample = sampleOf(isFull === true, await currentCommit(), process.env);
Object.assign(process.env, sample.env);
console.log(sample.said);

/**
 * Steps, and how many of them run side by side. Those of a browser fill both cores by themselves, and so do the two
 * runs of the server in a whole run.
 */
type Part = { readonly steps: readonly Step[]; readonly atOnce: number };

const size = { isFull: isFull === true, withBrowser: withoutBrowser !== true };
const [server, ...otherDatabases] = databaseSteps(size);
const everything: readonly Part[] = [
  // The longest first: the checks run beside it.
  {
    steps: [
      ...(server ? [server] : []),
      ...checkSteps,
      webStep,
      ...(size.isFull ? supplySteps : []),
      ...otherDatabases,
      // After the build of the web app, which the host by systemd takes.
      ...(size.isFull ? hostSteps : []),
    ],
    atOnce: size.isFull ? 1 : 2,
  },
  { steps: [...screenSteps(size), ...browserSteps(size)], atOnce: 1 },
];
const chosen: readonly Part[] = [
  { steps: ofVitest.length > 0 ? [{ name: 'named tests', run: () => runVitest(ofVitest) }] : [], atOnce: 1 },
  { steps: ofBrowser.length > 0 ? browserTests(ofBrowser) : [], atOnce: 1 },
];

const parts = named.length > 0 ? chosen : onlyNamed(everything, only);
if (parts.every(({ steps }) => steps.length === 0)) {
  console.error(
    `No step is named like "${only}". They are: ${everything.flatMap(({ steps }) => steps.map(({ name }) => name)).join(', ')}.`,
  );
  process.exit(2);
}

const total = emptyTotal();
for (const { steps, atOnce } of parts) {
  addTotal(total, await runSteps(steps, atOnce));
}
if (listsSlow) writeSlowTests(total.tests);
reportTests(total.tests);
console.log(`${((performance.now() - begunAt) / 60_000).toFixed(1)} min`);
console.log(summary(total));
process.exit(total.failed > 0 ? 1 : 0);

/** Steps with the words in their names, or all without words. */
function onlyNamed(all: readonly Part[], words: string | undefined): readonly Part[] {
  if (words === undefined) return all;
  return all.map(({ steps, atOnce }) => ({ steps: steps.filter(({ name }) => name.includes(words)), atOnce }));
}

/** Says after a run which tests take the time, which of them should not, and how to run only the failed ones. */
function reportTests(tests: readonly TimedTest[]): void {
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
