import { parseArgs } from 'node:util';
import { runSteps, stopStepsOnSignal, type Step, summary } from '../../tools/steps.ts';
import { runVitest } from '../../tools/vitest-run.ts';

/** Long runs of what `npm test` and `npm run test:full` prove on a sample. */
const USAGE = `npm run soak -- [options]
  --only NAME   one of model, bank, crash, due-work, gateway, moves, auto-topups, schedules, ways-in, deposits, documents
  --runs N      sequences of ledger commands against the model (100000)
  --rounds N    rounds of the bank test, crashes, histories of due work, a tenth of those of the gateway, accounts that
                ten purchases each top up at once (100)
  --rows N      rows of a long document, an even number, and of a file of deposits (100000)
WATTLE_SEED gives other dice.`;
/** How long one step may take. */
const SOAK_MS = 6 * 60 * 60 * 1000;

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

const steps: readonly Step[] = soakSteps(values).filter(
  ({ name }) => values.only === undefined || name === values.only,
);
if (steps.length === 0) refuse(`Nothing is called ${values.only ?? ''}`);
const total = await runSteps(steps, 1);
console.log(summary(total));
process.exit(total.failed > 0 ? 1 : 0);

type Sizes = {
  /** Sequences of the model. */
  readonly runs: string;
  /** Rounds of the crash test and of the bank test, histories of due work, and accounts of automatic top-ups. */
  readonly rounds: string;
  /** Rows of a long document. */
  readonly rows: string;
};

/** The same tests at length. */
function soakSteps({ runs, rounds, rows }: Sizes): readonly Step[] {
  const atLength = (name: string, file: string, env: Readonly<Record<string, string>>): Step => ({
    name,
    run: () => runVitest(['--project', 'server', '--project', 'ops', file], env, SOAK_MS),
  });
  return [
    atLength('model', 'server/src/ledger/model.test.ts', { WATTLE_MODEL_RUNS: runs }),
    atLength('bank', 'server/stress/bank.test.ts', { WATTLE_BANK_ROUNDS: rounds }),
    atLength('crash', 'server/stress/crash.test.ts', { WATTLE_CRASH_ROUNDS: rounds }),
    atLength('due-work', 'server/src/platform/due-work/history.database.test.ts', { WATTLE_DUE_WORK_ROUNDS: rounds }),
    // Ten histories a round: a thousand of them as the tool is called by default.
    atLength('gateway', 'server/stress/gateway.test.ts', { WATTLE_GATEWAY_ROUNDS: `${rounds}0` }),
    // There and back, ten moves in all as the tool is called by default.
    atLength('moves', 'ops/cells/tenants.database.test.ts', {
      WATTLE_MOVE_ROUNDS: String(Math.ceil(Number(rounds) / 20)),
    }),
    atLength('auto-topups', 'server/stress/auto-topups.test.ts', { WATTLE_AUTO_TOPUP_ACCOUNTS: rounds }),
    atLength('ways-in', 'server/stress/who-gets-in.test.ts', { WATTLE_WAYS_IN_HISTORIES: `${rounds}0` }),
    atLength('schedules', 'server/src/features/schedules/simulation.test.ts', { WATTLE_SCHEDULE_DAYS: '3653' }),
    atLength('deposits', 'server/src/features/settlement/deposits/deposits.test.ts', { WATTLE_DEPOSITS: rows }),
    atLength('documents', 'server/stress/long-documents.test.ts', { WATTLE_DOCUMENT_ROWS: rows }),
  ];
}
