import { afterAll, beforeEach, expect, it } from 'vitest';
import { activate, debitsOf, setUp } from '../../../../test-support/auto-topups.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { type GivenReturn, returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { onPool } from '../../../../test-support/processes/second-server.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { carryOutLines } from './carry-out-lines.ts';
import { takeAnswer } from './read-answers.ts';

const bank = await givenBank({ paymentLimit: null });
const { test, tenantId, givenPayer, pay, make, exchange, newDay, hour, today, kept } = bank;
const pool = openDatabase({ connectionString: test.ctx.url, size: 4 });
afterAll(async () => {
  await pool.close();
  await bank.close();
});
beforeEach(newDay);

type Payer = Awaited<ReturnType<typeof givenPayer>>;
const back = (cents: number, given: Partial<GivenReturn> = {}): GivenReturn => ({
  account: '44172208',
  cents: String(cents),
  code: '3',
  reference: 'Subscription',
  day: today().slice(8),
  ...given,
});
async function paid(cents: number, payer: Payer, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await pay(payer, { Amount: cents / 100, DescriptionRecipient: 'Subscription' });
  }
  hour(18);
  await make();
  await exchange();
}
const balance = (payer: Payer) => balanceOf(test.ctx, payer.card.account);
const suspense = async () => (await kept())['suspense'] ?? 0;

/**
 * A server reads the open lines of a file and pauses; another one processes them; the first continues with what it has
 * read.
 */
async function carryOutTwice(lines: readonly GivenReturn[]): Promise<void> {
  await takeAnswer(test.ctx, tenantId, `${today()}.returns`, Buffer.from(returnsOf(lines, { on: today() }), 'latin1'));
  const hasRead = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const read: typeof pool.read = async (...asked) => {
    const found = await pool.read(...asked);
    hasRead.resolve();
    await mayGoOn.promise;
    return found;
  };
  const late = carryOutLines(onPool(test.ctx, { ...pool, read }), tenantId, 50);
  await hasRead.promise;
  await carryOutLines(test.ctx, tenantId, 50);
  mayGoOn.resolve();
  await late;
}

it('a line of a bank file that a slow server processes again is not put in suspense beside its credit', async () => {
  const payer = await givenPayer(1_000_00n);
  await paid(40_00, payer, 1);
  const before = await suspense();
  await carryOutTwice([back(40_00)]);
  expect([await balance(payer), await suspense()]).toEqual([1_000_00n, before]);
});

it('a line of a bank file that a slow server processes again credits only one of two equal payments', async () => {
  const payer = await givenPayer(1_000_00n);
  await paid(30_00, payer, 2);
  const before = await suspense();
  await carryOutTwice([back(30_00)]);
  expect([await balance(payer), await suspense()]).toEqual([970_00n, before]);
});

it('a dishonour that a slow server processes again is not put in suspense beside its debit', async () => {
  const payer = await givenPayer(100_00n);
  await activate(test, payer, (await setUp(test, payer))['AutoTopUpId']);
  await sendNetwork(test, 'authorisations', purchaseOf(payer.card, { amount: 10_00 }));
  hour(18);
  await make();
  await exchange();
  const [debit] = await test.ctx.asOwner<{ id: string }>('SELECT id FROM direct_debit WHERE member_account_id = $1', [
    payer.card.account.id,
  ]);
  const before = await suspense();
  const reference = `AUTO TOP-UP ${debit?.id}`;
  await carryOutTwice([back(200_00, { isDebit: true, account: '61200447', code: '4', reference })]);
  expect([await debitsOf(test.ctx, payer.card.account), await suspense()]).toEqual([['Returned'], before]);
  expect(await brokenIn(test.ctx)).toEqual([]);
});
