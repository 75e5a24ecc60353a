import pg from 'pg';
import { takeAnswer } from '../../../server/src/features/settlement/answers/read-answers.ts';
import { carryOutLines } from '../../../server/src/features/settlement/answers/carry-out-lines.ts';
import { exchangeBankFiles } from '../../../server/src/features/settlement/due.ts';
import { depositsOf } from '../../../server/test-support/outside/deposits-file.ts';
import { givenMembersWithMoney } from '../fixture.ts';
import { settle } from '../postgres.ts';
import type { Measurement } from '../stage.ts';

const ACCOUNTS = 1_000;
const DEPOSITS = 100_000;
const SENDER = {
  institution: 'BCH',
  userName: 'BENCH',
  userId: '301500',
  description: 'PAYMENTS',
  bsb: '000-001',
  accountNumber: '700100200',
  hasContra: true,
  tracesPayer: false,
};

/** Measures a bank file with 100,000 deposits, from reading to the last credit. */
export const measureDeposits: Measurement = async (stage) => {
  const { ctx: open, database } = await stage.place('few');
  const bank = { ...open.config.bank, sender: SENDER, twoPeopleAbove: BigInt(DEPOSITS) };
  const ctx = { ...open, config: { ...open.config, bank } };
  const { signIn, hot } = await givenMembersWithMoney(ctx, ACCOUNTS);
  const { tenantId } = hot.brand;
  const accounts = (await signIn()).map(({ accountNumber }) => accountNumber);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  stage.defer(() => owner.end());
  let round = 0;
  return async (note) => {
    round += 1;
    const deposits = Array.from({ length: DEPOSITS }, (_, n) => ({
      account: accounts[n % accounts.length] ?? '',
      cents: 1,
      reference: `ROUND ${round}`,
    }));
    const bytes = Buffer.from(depositsOf(deposits), 'latin1');
    const credited = async () => {
      const { rows } = await owner.query(
        "SELECT count(*)::int AS count FROM bank_answer_line WHERE tenant_id = $1 AND kind = 'deposit' AND state = 'Done'",
        [tenantId],
      );
      return (rows[0] as { count: number }).count;
    };
    await settle(database);
    const before = await credited();
    const begin = performance.now();
    await takeAnswer(ctx, tenantId, `${tenantId}-${round}.deposits`, bytes);
    while (await carryOutLines(ctx, tenantId, exchangeBankFiles.atOnce));
    note('a file of 100,000 deposits', (performance.now() - begin) / 1_000);
    const done = (await credited()) - before;
    if (done !== DEPOSITS) throw new Error(`${done} deposits were credited`);
  };
};
