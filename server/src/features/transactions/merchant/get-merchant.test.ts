import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { givenBought } from '../../../../test-support/disputes.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { givenView } from '../../../../test-support/desk/views.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(() => test.close());

type Bought = Awaited<ReturnType<typeof givenBought>>;

const ask = ({ card, headers, sequence }: Bought, Sequence = sequence) =>
  postApi(test, 'transaction/merchant', headers, { accountNumber: card.account.accountNumber, Sequence });

/** A purchase at a café that was called so, on a day. */
const buyAt = (bought: Bought, name: string, amount: number) =>
  sendNetwork(test, 'clearings', purchaseOf(bought.card, { amount, merchant: { name, country: 'AU', mcc: '5814' } }));

describe('a merchant in a view by staff', () => {
  it('has what is indexed, and the view indexes nothing', async () => {
    const bought = await givenBought(test);
    const { headers } = await givenView(test, bought.webAccount);
    const viewed = () => ask({ ...bought, headers });
    const marks = () =>
      test.ctx.asOwner('SELECT low, high FROM transaction_word_mark WHERE ledger_account_id = $1', [
        bought.card.account.ledgerAccountId,
      ]);
    const before = await viewed();
    expect([before.statusCode, before.json().IsComplete, await marks()]).toEqual([200, false, []]);
    const own = await ask(bought);
    expect((await viewed()).json()).toEqual(own.json());
  });
});

describe('a merchant', () => {
  it('has what was spent there this month and year, by month, and since when', async () => {
    // In Melbourne: 20 July, 20 October and 20 November 2026.
    test.ctx.setBusinessTime(Date.parse('2026-07-20T02:00:00Z'));
    const bought = await givenBought(test);
    test.ctx.setBusinessTime(Date.parse('2026-10-20T02:00:00Z'));
    await buyAt(bought, 'CORNER CAFE', 1000);
    test.ctx.setBusinessTime(TEST_START);
    await buyAt(bought, 'CORNER CAFE', 460);
    await buyAt(bought, 'CORNER CAFE NORTH', 9900);
    await buyAt(bought, 'Cafe Corner', 9900);
    await sendNetwork(test, 'refunds', {
      reference: freshReference(),
      cardNumber: bought.card.pan,
      amount: 60,
      currency: 'AUD',
      channel: 'online',
      merchant: { name: 'Corner Cafe', country: 'AU', mcc: '5814' },
    });
    expect((await ask(bought)).json()).toEqual({
      Name: 'Corner Cafe',
      Category: 'eatingOut',
      RawDescription: null,
      FirstAt: expect.stringMatching(/^2026-07-20/),
      ThisMonth: { Amount: 4, Count: 1 },
      ThisYear: { Amount: 26.34, Count: 3 },
      Months: [
        { Month: '2026-06-01', Amount: 0 },
        { Month: '2026-07-01', Amount: 12.34 },
        { Month: '2026-08-01', Amount: 0 },
        { Month: '2026-09-01', Amount: 0 },
        { Month: '2026-10-01', Amount: 10 },
        { Month: '2026-11-01', Amount: 4 },
      ],
      IsComplete: true,
    });
    const rows = (
      await postApi(test, 'transaction/search', bought.headers, {
        accountNumber: bought.card.account.accountNumber,
        merchant: 'Corner Cafe',
        count: 50,
      })
    ).json<{ Transactions: Transaction[]; Total: number }>();
    expect(rows.Total).toBe(4);
    expect(rows.Transactions.map(({ Amount }) => Amount)).toEqual([0.6, -4.6, -10, -12.34]);
  });

  it('has the category that the account has given it', async () => {
    const bought = await givenBought(test);
    await postApi(test, 'transaction/setCategory', bought.headers, {
      accountNumber: bought.card.account.accountNumber,
      Sequence: bought.sequence,
      Category: 'shopping',
      IsForMerchant: true,
    });
    expect((await ask(bought)).json()).toMatchObject({ Category: 'shopping' });
  });

  it('is one of a purchase alone', async () => {
    const bought = await givenBought(test);
    expect((await ask(bought, 1)).json().error).toEqual(['404']);
    expect((await ask(bought, 99)).json().error).toEqual(['404']);
  });
});
