import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { givenBought } from '../../../../test-support/disputes.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { postApi } from '../../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(() => test.close());

type Bought = Awaited<ReturnType<typeof givenBought>>;

const set = ({ card, headers, sequence }: Bought, Category: string, rest: object = {}) =>
  postApi(test, 'transaction/setCategory', headers, {
    accountNumber: card.account.accountNumber,
    Sequence: sequence,
    Category,
    ...rest,
  });
const found = async ({ card, headers }: Bought, asked: object) =>
  (
    await postApi(test, 'transaction/search', headers, {
      accountNumber: card.account.accountNumber,
      count: 50,
      ...asked,
    })
  ).json<{ Transactions: Transaction[] }>().Transactions;
const spentBy = async ({ card, headers }: Bought) =>
  (await postApi(test, 'transaction/spending', headers, { Card: card.reference }))
    .json<{ Categories: { Category: string; Amount: number }[] }>()
    .Categories.filter(({ Amount }) => Amount !== 0);
const pendingOf = async ({ card, headers }: Bought) =>
  (await postApi(test, 'transaction/recent', headers, { Card: card.reference }))
    .json<{ Transactions: Transaction[] }>()
    .Transactions.filter(({ IsPending }) => IsPending);

describe('the category of a transaction', () => {
  it('changes in the list, in search and in spending together', async () => {
    // 12.34 at a café: eating out.
    const bought = await givenBought(test);
    expect(await found(bought, { category: 'eatingOut' })).toHaveLength(1);
    expect((await set(bought, 'travel')).statusCode).toBe(200);
    expect(await found(bought, { category: 'eatingOut' })).toEqual([]);
    expect(await found(bought, { category: 'travel' })).toMatchObject([{ Description: 'Corner Cafe' }]);
    expect(await found(bought, { text: '旅行' })).toHaveLength(1);
    expect(await spentBy(bought)).toEqual([{ Category: 'travel', Amount: 12.34 }]);
  });

  it('of one purchase leaves the next one at the same merchant as it is', async () => {
    const bought = await givenBought(test);
    await set(bought, 'travel');
    await sendNetwork(test, 'clearings', purchaseOf(bought.card, { amount: 500 }));
    expect(await spentBy(bought)).toEqual([
      { Category: 'travel', Amount: 12.34 },
      { Category: 'eatingOut', Amount: 5 },
    ]);
  });

  it('of a merchant counts for what is posted from now on, also where it is pending', async () => {
    const bought = await givenBought(test);
    await sendNetwork(test, 'clearings', purchaseOf(bought.card, { amount: 500 }));
    await set(bought, 'shopping', { IsForMerchant: true });
    const next = purchaseOf(bought.card, { amount: 700 });
    await sendNetwork(test, 'authorisations', next);
    expect(await pendingOf(bought)).toMatchObject([{ Category: 'shopping' }]);
    await sendNetwork(test, 'clearings', { ...next, reference: `${next.reference}C`, original: next.reference });
    await sendNetwork(
      test,
      'clearings',
      purchaseOf(bought.card, { merchant: { name: 'Other', country: 'AU', mcc: '5814' } }),
    );
    expect(await spentBy(bought)).toEqual([
      { Category: 'shopping', Amount: 19.34 },
      { Category: 'eatingOut', Amount: 17.34 },
    ]);
    expect((await found(bought, { category: 'shopping' })).map(({ Amount }) => Amount)).toEqual([-7, -12.34]);
  });

  it('belongs to purchases, cash, refunds and bills of the account alone', async () => {
    const bought = await givenBought(test);
    expect((await set({ ...bought, sequence: 1 }, 'travel')).json().error).toEqual(['404']);
    expect((await set({ ...bought, sequence: 99 }, 'travel')).json().error).toEqual(['404']);
    expect((await set(bought, 'beer')).json().error).toEqual(['20010']);
    const stranger = await givenBought(test);
    expect((await set({ ...bought, headers: stranger.headers }, 'travel')).json().error).toEqual(['10000']);
  });
});
