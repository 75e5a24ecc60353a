import { browserSteps, provideBrowser } from './browser-steps.ts';
import { checkSteps } from './check-steps.ts';
import { databaseSteps } from './database-steps.ts';
import { runSteps, stopStepsOnSignal, summary, type Total } from './steps.ts';

/**
 * `npm test`: the checks, the server on PostgreSQL 18 and 15, the built web app and the journeys in
 * a browser. The last line counts over all of it; each check and the build count as one test.
 */
const begunAt = performance.now();
const withBrowser = !process.argv.includes('--no-browser');
stopStepsOnSignal();

const fault = withBrowser ? await provideBrowser() : undefined;
if (fault !== undefined) {
  console.log(fault);
  console.log(summary({ passed: 0, failed: 1, skipped: 0 }));
  process.exit(1);
}

const parts: Total[] = [
  await runSteps(checkSteps, 2),
  // These fill both cores by themselves.
  await runSteps(databaseSteps, 1),
  await runSteps(browserSteps(withBrowser), 1),
];
const total: Total = { passed: 0, failed: 0, skipped: 0 };
for (const part of parts) {
  total.passed += part.passed;
  total.failed += part.failed;
  total.skipped += part.skipped;
}
console.log(`${((performance.now() - begunAt) / 60_000).toFixed(1)} min`);
console.log(summary(total));
process.exit(total.failed > 0 ? 1 : 0);
