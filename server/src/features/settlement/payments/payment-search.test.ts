import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { fillAll } from '../../../../test-support/desk/filled-search.ts';
import { postMoney, transferBody } from '../../../../test-support/transfers.ts';
import { SETTLEMENT_INVARIANTS } from '../settlement-invariants.store.ts';
import { fillSearch } from '../../desk/search/search-fill.store.ts';
import { PAYMENT_SEARCH } from './payment-search.store.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, pay, newDay } = bank;
afterAll(() => bank.close());

/** Fills the search in batches of two, as due work does. */
const fill = () => fillAll(test.ctx, tenantId, PAYMENT_SEARCH, 2);
const filled = async (amount: number) =>
  (
    await test.ctx.asOwner<{ is_within: boolean }>(
      'SELECT is_within FROM payment_search WHERE tenant_id = $1 AND amount = $2 ORDER BY transfer_id',
      [tenantId, amount],
    )
  ).map(({ is_within }) => is_within);

async function givenPayments(amount: number) {
  newDay();
  const [payer, payee] = [await givenPayer(), await givenPayer(0n)];
  const staff = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  const { accountNumber: account } = payer.card.account;
  return {
    payWithin: async () => {
      const body = transferBody(payer.card.account, payee.card.account, { Amount: amount });
      const answer = await postMoney(test, 'transfer/internal', payer.headers, body);
      return answer.json<{ ReceiptNumber: string }>().ReceiptNumber;
    },
    payOut: () => pay(payer, { Amount: amount }),
    found: async () => {
      const inputs: Readonly<Record<string, string>>[] = [
        { account },
        { amount: amount.toFixed(2) },
        { account, amount: amount.toFixed(2) },
      ];
      const answers = await Promise.all(inputs.map((input) => give(test, staff, 'payments', { input })));
      return answers.map(({ body }) => body.rows?.map((row) => row['receipt']));
    },
  };
}

it('finds payments that are not filled yet, filled ones, and both together', async () => {
  const { payWithin, payOut, found } = await givenPayments(61.27);
  const receipts = [await payWithin(), await payOut(), await payWithin()];
  const newestFirst = () => receipts.toReversed();
  expect(await found()).toEqual([newestFirst(), newestFirst(), newestFirst()]);
  await fill();
  expect(await filled(6127)).toEqual([true, false, true]);
  expect(await found()).toEqual([newestFirst(), newestFirst(), newestFirst()]);
  receipts.push(await payOut(), await payWithin());
  expect(await filled(6127)).toHaveLength(3);
  expect(await found()).toEqual([newestFirst(), newestFirst(), newestFirst()]);
  await fill();
  expect(await filled(6127)).toEqual([true, false, true, false, true]);
  expect(await found()).toEqual([newestFirst(), newestFirst(), newestFirst()]);
});

it('fills again what was filled before without a second row', async () => {
  const { payWithin, found } = await givenPayments(62.31);
  const receipt = await payWithin();
  await fill();
  await test.ctx.asOwner('UPDATE search_fill SET filled_to = 0 WHERE tenant_id = $1', [tenantId]);
  await fill();
  expect(await filled(6231)).toEqual([true]);
  expect(await found()).toEqual([[receipt], [receipt], [receipt]]);
});

it('waits for transactions that may still post a lower number, and follows a mark of another cluster', async () => {
  const { payWithin, found } = await givenPayments(63.49);
  const open = new pg.Client({ connectionString: test.ctx.ownerUrl });
  await open.connect();
  await open.query('BEGIN');
  await open.query('SELECT pg_current_xact_id()');
  const receipt = await payWithin();
  for (let times = 0; times < 2; times += 1) await fillSearch(test.ctx, tenantId, PAYMENT_SEARCH, 2);
  expect(await filled(6349)).toEqual([]);
  expect(await found()).toEqual([[receipt], [receipt], [receipt]]);
  await open.query('COMMIT');
  await open.end();
  await test.ctx.asOwner('UPDATE search_fill SET before_xid = before_xid + 1000000 WHERE tenant_id = $1', [tenantId]);
  await fill();
  expect(await filled(6349)).toEqual([true]);
  expect(await found()).toEqual([[receipt], [receipt], [receipt]]);
});

it('is verified: a payment that is missing, and one that was never made', async () => {
  const { payWithin, payOut } = await givenPayments(64.07);
  for (const make of [payWithin, payOut]) await make();
  await fill();
  const rule = SETTLEMENT_INVARIANTS.find(({ name }) => name === 'payment-search');
  const broken = async () =>
    (await test.ctx.asOwner<{ detail: string }>(rule?.broken ?? '')).map(({ detail }) => detail);
  expect(await broken()).toEqual([]);
  await test.ctx.asOwner('DELETE FROM payment_search WHERE tenant_id = $1 AND amount = 6407 AND is_within', [tenantId]);
  expect(await broken()).toEqual(['payment of 6407 is not found']);
  await test.ctx.asOwner('UPDATE payment_search SET amount = 6408 WHERE tenant_id = $1 AND amount = 6407', [tenantId]);
  expect((await broken()).toSorted()).toEqual([
    'payment of 6407 is not found',
    'payment of 6407 is not found',
    'payment of 6408 was not made',
  ]);
});
