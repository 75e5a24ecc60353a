import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenAccount, givenCard, type TestAccount, type TestProduct } from '../../../../test-support/factories.ts';
import { getApi } from '../../../../test-support/signed-in.ts';
import {
  balanceOf,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
let payee: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx);
});
beforeEach(async () => {
  payer = await givenPayer(test.ctx, product);
  payee = await givenPayer(test.ctx, product);
});
afterAll(() => test.close());

type Listed = { readonly value: { readonly AccountNumber: string; readonly IsAccountActivated: boolean } };
type Status = 'Active' | 'NotIssued' | 'Ordered' | 'Lost' | 'Replaced' | 'Closed';

/** An account of a holder with a card of each status. */
async function givenCards(statuses: readonly Status[], holder = payee.holder): Promise<TestAccount> {
  const account = await givenAccount(test.ctx, { holder });
  for (const status of statuses) await givenCard(test.ctx, { account, holder, product, status });
  return account;
}

async function pay(to: TestAccount, given: object = {}) {
  const body = transferBody(payer.card.account, to, given);
  const response = await postMoney(test, 'transfer/internal', payer.headers, body);
  return response.statusCode === 200 ? 'ok' : [response.json().error[0], response.json().field];
}

const REFUSED = ['20342', 'DestinationAccountNumber'];

describe('an account whose card was never activated', () => {
  it.each<[string, readonly Status[]]>([
    ['in the post', ['Ordered']],
    ['a gift for a later day', ['NotIssued']],
    ['ordered again after one that was never used', ['Closed', 'Ordered']],
  ])('is not paid (%s)', async (_, statuses) => {
    const account = await givenCards(statuses);
    expect(await pay(account)).toEqual(REFUSED);
    expect(await balanceOf(test.ctx, account)).toBe(0n);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(10_000n);
  });

  it('is not paid by its own holder either', async () => {
    const own = await givenCards(['Ordered'], payer.holder);
    expect(await pay(own)).toEqual(['20342', 'DestinationAccountNumber']);
    expect(await balanceOf(test.ctx, own)).toBe(0n);
  });

  it('cannot be scheduled', async () => {
    const account = await givenCards(['Ordered']);
    const later = { PaymentFrequency: 21, FutureDate: '2026-12-01' };
    const weekly = { PaymentFrequency: 1, StartDate: '2026-12-01', NoOfPayments: 3 };
    expect([await pay(account, later), await pay(account, weekly)]).toEqual([REFUSED, REFUSED]);
    expect(
      await test.ctx.asOwner('SELECT FROM schedule WHERE member_account_id = $1', [payer.card.account.id]),
    ).toEqual([]);
  });

  it('counts as a number that was guessed', async () => {
    const account = await givenCards(['Ordered']);
    for (let n = 0; n < 10; n += 1) expect(await pay(account)).toEqual(REFUSED);
    expect(await pay(account)).toEqual(['20341', 'DestinationAccountNumber']);
  });
});

describe('an account with a card that is or was in use', () => {
  it.each<[string, readonly Status[]]>([
    ['whose new card is in the post', ['Lost', 'Ordered']],
    ['whose new card replaced another', ['Replaced', 'Ordered']],
    ['that gets a second card', ['Active', 'Ordered']],
  ])('is paid (%s)', async (_, statuses) => {
    const account = await givenCards(statuses);
    expect(await pay(account)).toBe('ok');
    expect(await balanceOf(test.ctx, account)).toBe(100n);
  });

  it('is named in the list of its holder, for each of the cards that are shown', async () => {
    const accounts = [
      ['Ordered'],
      ['Closed', 'Ordered'],
      ['Replaced', 'Ordered'],
      ['Lost', 'Ordered'],
      ['Active'],
    ] as const;
    const numbers: string[] = [];
    for (const statuses of accounts) numbers.push((await givenCards(statuses, payer.holder)).accountNumber);
    const { cards } = (await getApi(test, 'card/cards', payer.headers)).json();
    const shown = (number: string) =>
      cards
        .filter(({ value }: Listed) => value.AccountNumber === number)
        .map(({ value }: Listed) => value.IsAccountActivated);
    expect(numbers.map((number) => [...new Set(shown(number))])).toEqual([[false], [false], [true], [true], [true]]);
  });
});
