import { browserSteps, browserTests, provideBrowser } from './browser-steps.ts';
import { checkSteps } from './check-steps.ts';
import { databaseSteps } from './database-steps.ts';
import { addTotal, emptyTotal, reportTests, runSteps, type Step, stopStepsOnSignal, summary } from './steps.ts';
import { runnerOf } from './timed-tests.ts';
import { runVitest } from './vitest-run.ts';

/**
 * `npm test`: the checks, the server on PostgreSQL 18 and 15, the built web app and the journeys in
 * a browser. The last line counts over all of it; each check and the build count as one test.
 * `npm test -- FILE[:LINE] …` runs the named tests alone.
 */
const begunAt = performance.now();
const args = process.argv.slice(2);
const withBrowser = !args.includes('--no-browser');
const named = args.filter((arg) => arg !== '--no-browser');
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
const needsBrowser = named.length === 0 ? withBrowser : ofBrowser.length > 0;

const fault = needsBrowser ? await provideBrowser() : undefined;
if (fault !== undefined) {
  console.log(fault);
  console.log(summary({ passed: 0, failed: 1, skipped: 0 }));
  process.exit(1);
}

/** Steps, and how many of them run side by side. Those of databases and browsers fill both cores by themselves. */
type Part = { readonly steps: readonly Step[]; readonly atOnce: number };

const everything: readonly Part[] = [
  { steps: checkSteps, atOnce: 2 },
  { steps: databaseSteps, atOnce: 1 },
  { steps: browserSteps(withBrowser), atOnce: 1 },
];
const chosen: readonly Part[] = [
  { steps: ofVitest.length > 0 ? [{ name: 'named tests', run: () => runVitest(ofVitest) }] : [], atOnce: 1 },
  { steps: ofBrowser.length > 0 ? browserTests(ofBrowser) : [], atOnce: 1 },
];

const total = emptyTotal();
for (const { steps, atOnce } of named.length === 0 ? everything : chosen) {
  addTotal(total, await runSteps(steps, atOnce));
}
reportTests(total);
console.log(`${((performance.now() - begunAt) / 60_000).toFixed(1)} min`);
console.log(summary(total));
process.exit(total.failed > 0 ? 1 : 0);
