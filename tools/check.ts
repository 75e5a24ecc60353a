import { checkSteps } from './check-steps.ts';
import { runSteps, stopStepsOnSignal, summary } from './steps.ts';

/** `npm run check`: everything that needs neither a database nor a browser. */
stopStepsOnSignal();
const total = await runSteps(checkSteps, 2);
console.log(summary(total));
process.exit(total.failed > 0 ? 1 : 0);
