import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import type { TestProduct } from '../../../test-support/factories.ts';
import {
  balanceOf,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../test-support/transfers.ts';

type Payer = Awaited<ReturnType<typeof givenPayer>>;

let test: TestApp;
let product: TestProduct;
let [first, second, third]: Payer[] = [];
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx);
});
beforeEach(async () => {
  [first, second, third] = await Promise.all([1, 2, 3].map(() => givenPayer(test.ctx, product)));
  // Now their numbers are remembered.
  await pay(first, second);
  await pay(second, third);
  await pay(third, first);
});
afterAll(() => test.close());

async function pay(from: Payer | undefined, to: Payer | undefined, headers = from?.headers) {
  if (!from || !to || !headers) throw new Error('nobody to pay');
  const sent = transferBody(from.card.account, to.card.account);
  const response = await postMoney(test, 'transfer/internal', headers, sent);
  return response.statusCode === 200 ? 'ok' : [response.json().error[0], response.json().field];
}

function balances() {
  return Promise.all([first, second, third].flatMap((who) => (who ? [balanceOf(test.ctx, who.card.account)] : [])));
}

/** The first and the second exchange their numbers. */
async function exchangeNumbers() {
  const renumber = (who: Payer | undefined, number: string | undefined) =>
    test.ctx.asOwner('UPDATE member_account SET account_number = $2 WHERE id = $1', [who?.card.account.id, number]);
  await renumber(first, '999999999');
  await renumber(second, first?.card.account.accountNumber);
  await renumber(first, second?.card.account.accountNumber);
}

it('a number that has another account since is paid there, and what was remembered of it is not used', async () => {
  await exchangeNumbers();
  expect(await pay(third, second)).toBe('ok');
  expect(await balances()).toEqual([10_100n, 10_000n, 9_900n]);
  expect(await pay(third, second)).toBe('ok');
  expect(await balances()).toEqual([10_200n, 10_000n, 9_800n]);
});

it('nor does its earlier holder pay from it, alone or beside others', async () => {
  await exchangeNumbers();
  expect(await Promise.all([pay(first, third), pay(third, second), pay(third, second)])).toEqual([
    ['10000', 'MemberNumber'],
    'ok',
    'ok',
  ]);
  expect(await balances()).toEqual([10_200n, 10_000n, 9_800n]);
});

it('somebody who names the remembered account of another pays nothing from it', async () => {
  expect(await pay(first, third, second?.headers)).toEqual(['10000', 'MemberNumber']);
  expect(await balances()).toEqual([10_000n, 10_000n, 10_000n]);
});

it('an account that was closed since is neither payer nor payee', async () => {
  await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [second?.card.account.id]);
  expect(await pay(second, first)).toEqual(['10000', 'MemberNumber']);
  expect(await pay(first, second)).toEqual(['20010', 'DestinationAccountNumber']);
  expect(await balances()).toEqual([10_000n, 10_000n, 10_000n]);
});
