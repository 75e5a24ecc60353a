import { parseArgs } from 'node:util';
import { provideBrowser, soakBrowser } from './browser-steps.ts';
import { soakDatabase } from './database-steps.ts';
import { runSteps, stopStepsOnSignal, type Step, summary } from './steps.ts';

/**
 * `npm run soak`: what `npm test` proves on a sample, at length. 100,000 sequences of ledger
 * commands against the model, 100 rounds of the bank test, 100 crashes, and every screen at every
 * brand, language and width. `--only NAME` runs one of them (model, bank, crash, screens), `--runs N`
 * takes so many sequences, `--rounds N` so many rounds and crashes. WATTLE_SEED gives other dice.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '100' },
  },
});
stopStepsOnSignal();

const steps: readonly Step[] = [...soakDatabase(values), ...soakBrowser].filter(
  ({ name }) => values.only === undefined || name === values.only,
);
const needsBrowser = steps.some((step) => soakBrowser.includes(step));
if (steps.length === 0) {
  console.error(`Nothing is called ${values.only ?? ''}`);
  process.exit(2);
}
const fault = needsBrowser ? await provideBrowser() : undefined;
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
const total = await runSteps(steps, 1);
console.log(summary(total));
process.exit(total.failed > 0 ? 1 : 0);
