import { parseArgs } from 'node:util';
import { soakDatabase } from './database-steps.ts';
import { runSteps, stopStepsOnSignal, type Step, summary } from './steps.ts';

/** Long runs of what `npm test` proves on a sample. */
const USAGE = `npm run soak -- [options]
  --only NAME   one of model, bank, crash, due-work, gateway, moves, auto-topups, schedules, ways-in, deposits, documents
  --runs N      sequences of ledger commands against the model (100000)
  --rounds N    rounds of the bank test, crashes, histories of due work, a tenth of those of the gateway, accounts that
                ten purchases each top up at once (100)
  --rows N      rows of a long document, an even number, and of a file of deposits (100000)
WATTLE_SEED gives other dice.`;

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
        rows: { type: 'string', default: '100000' },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const values = readOptions();
for (const name of ['runs', 'rounds', 'rows'] as const) {
  if (!/^[1-9]\d{0,8}$/.test(values[name])) refuse(`--${name} takes a whole number above zero`);
}
stopStepsOnSignal();

const steps: readonly Step[] = soakDatabase(values).filter(
  ({ name }) => values.only === undefined || name === values.only,
);
if (steps.length === 0) refuse(`Nothing is called ${values.only ?? ''}`);
const total = await runSteps(steps, 1);
console.log(summary(total));
process.exit(total.failed > 0 ? 1 : 0);
