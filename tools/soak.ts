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
const USAGE = 'npm run soak -- [--only model|bank|crash|screens] [--runs N] [--rounds N]';

function refuse(why: string): never {
  console.error(`${why}\n${USAGE}`);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string' },
        runs: { type: 'string', default: '100000' },
        rounds: { type: 'string', default: '100' },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const values = readOptions();
for (const name of ['runs', 'rounds'] as const) {
  if (!/^[1-9]\d{0,8}$/.test(values[name])) refuse(`--${name} takes a whole number above zero`);
}
stopStepsOnSignal();

const steps: readonly Step[] = [...soakDatabase(values), ...soakBrowser].filter(
  ({ name }) => values.only === undefined || name === values.only,
);
const needsBrowser = steps.some((step) => soakBrowser.includes(step));
if (steps.length === 0) refuse(`Nothing is called ${values.only ?? ''}`);
const fault = needsBrowser ? await provideBrowser() : undefined;
if (fault !== undefined) {
  console.error(fault);
  process.exit(1);
}
const total = await runSteps(steps, 1);
console.log(summary(total));
process.exit(total.failed > 0 ? 1 : 0);
