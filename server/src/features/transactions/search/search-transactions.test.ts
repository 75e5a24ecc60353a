import type { Transaction } from '@wattle/contract/transactions/transaction.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { givenCard, givenSession, type TestCard } from '../../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
beforeEach(() => test.ctx.setBusinessTime(TEST_START));
afterAll(() => test.close());

type Found = {
  HasMore: boolean;
  Transactions: Transaction[];
  Total: number | null;
  MoneyIn: number | null;
  MoneyOut: number | null;
  Months: { Month: string; Total: number; MoneyIn: number; MoneyOut: number }[];
  IsComplete: boolean;
};
type Headers = { readonly authorization: string };

const search = (headers: Headers, body: object) =>
  test.app.inject({
    method: 'POST',
    url: '/api/transaction/search',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: { count: 10, ...body },
  });

async function found(card: TestCard, headers: Headers, asked: object): Promise<Found> {
  const response = await search(headers, { accountNumber: card.account.accountNumber, ...asked });
  expect(response.statusCode).toBe(200);
  return response.json<Found>();
}

const names = ({ Transactions }: Found) => Transactions.map(({ Description }) => Description);

async function givenUser() {
  // The account is opened with 10,000.00, which is its first row.
  const card = await givenCard(test.ctx, { balance: 1_000_000n, isDefault: true });
  return { card, headers: (await givenSession(test.ctx, { card })).headers };
}

async function buy(card: TestCard, name: string, amount: number, mcc = '5814', at?: string) {
  const merchant = { name, country: 'AU', mcc };
  await sendNetwork(test, 'clearings', purchaseOf(card, { amount, merchant, ...(at && { at }) }));
}

describe('POST transaction/search', () => {
  it('finds rows by text over the whole history, with their number and sums', async () => {
    const { card, headers } = await givenUser();
    await buy(card, 'Blue Door Groceries', 1_050, '5411');
    for (let index = 0; index < 12; index += 1) await buy(card, 'Corner Cafe', 400);
    await buy(card, 'Blue Door Groceries', 2_000, '5411');
    const answer = await found(card, headers, { text: 'blue door' });
    expect(names(answer)).toEqual(['Blue Door Groceries', 'Blue Door Groceries']);
    // 10.50 + 20.00
    expect(answer).toMatchObject({ Total: 2, MoneyIn: 0, MoneyOut: 30.5, HasMore: false, IsComplete: true });
    expect(answer.Transactions.map(({ Sequence }) => Sequence)).toEqual([15, 2]);
  });

  it('finds by category in words of both languages, and a Chinese name', async () => {
    const { card, headers } = await givenUser();
    await buy(card, 'Harris Farm', 1_000, '5411');
    await buy(card, '大统华超市', 2_000, '5999');
    await buy(card, 'Corner Cafe', 3_000);
    expect(names(await found(card, headers, { text: 'groceries' }))).toEqual(['Harris Farm']);
    expect(names(await found(card, headers, { text: '食品杂货' }))).toEqual(['Harris Farm']);
    expect(names(await found(card, headers, { text: '超市' }))).toEqual(['大统华超市']);
    expect(names(await found(card, headers, { category: 'eatingOut' }))).toEqual(['Corner Cafe']);
  });

  it('finds a row of the programme by its words and its kind in both languages', async () => {
    const { card, headers } = await givenUser();
    await buy(card, 'Corner Cafe', 400);
    // The first row of the account: an opening balance.
    for (const text of ['opening balance', '期初', '期初余额']) {
      const answer = await found(card, headers, { text });
      expect(answer.Transactions.map(({ Kind, Sequence }) => [Kind, Sequence])).toEqual([['opening', 1]]);
    }
  });

  it.each(['%', '_', '%%%', ' – … ', '**'])('finds nothing for %j, which contains no word', async (text) => {
    const { card, headers } = await givenUser();
    await buy(card, 'Corner Cafe', 400);
    expect(await found(card, headers, { text })).toMatchObject({ Total: 0, HasMore: false });
    expect(names(await found(card, headers, { text: '' }))).toContain('Corner Cafe');
  });

  it('finds rows posted since the previous search', async () => {
    const { card, headers } = await givenUser();
    await buy(card, 'Corner Cafe', 400);
    expect(await found(card, headers, { text: 'corner' })).toMatchObject({ Total: 1 });
    await buy(card, 'Corner Cafe', 600);
    expect(await found(card, headers, { text: 'corner' })).toMatchObject({ Total: 2, MoneyOut: 10 });
  });

  it('narrows by direction, by days and by both', async () => {
    const { card, headers } = await givenUser();
    await buy(card, 'Corner Cafe', 400, '5814', '2026-11-17T13:30:00Z');
    await buy(card, 'Corner Cafe', 500, '5814', '2026-11-18T01:00:00Z');
    await buy(card, 'Other Cafe', 700, '5814', '2026-11-19T01:00:00Z');
    expect(await found(card, headers, { direction: 'in' })).toMatchObject({ Total: 1, MoneyIn: 10_000, MoneyOut: 0 });
    expect(await found(card, headers, { direction: 'out' })).toMatchObject({ Total: 3, MoneyOut: 16 });
    // 13:30 UTC on the 17th is 00:30 on the 18th in Melbourne.
    const day = { from: '2026-11-18', to: '2026-11-18' };
    expect(await found(card, headers, day)).toMatchObject({ Total: 2, MoneyOut: 9 });
    expect(await found(card, headers, { ...day, text: 'corner', direction: 'out' })).toMatchObject({ Total: 2 });
    expect(await found(card, headers, { text: 'cafe', from: '2026-11-19' })).toMatchObject({ Total: 1, MoneyOut: 7 });
    expect(await found(card, headers, { text: 'cafe', to: '2026-11-17' })).toMatchObject({ Total: 0 });
  });

  it('narrows by amount without its sign, and adds up by month', async () => {
    const { card, headers } = await givenUser();
    await buy(card, 'Corner Cafe', 499, '5814', '2026-10-05T01:00:00Z');
    await buy(card, 'Corner Cafe', 500, '5814', '2026-10-06T01:00:00Z');
    // 13:30 UTC on 31 October is 00:30 on 1 November in Melbourne.
    await buy(card, 'Corner Cafe', 1_250, '5814', '2026-10-31T13:30:00Z');
    await buy(card, 'Corner Cafe', 2_001, '5814', '2026-11-19T01:00:00Z');
    const range = { atLeast: 5, atMost: 20 };
    const november = { Month: '2026-11', Total: 1, MoneyIn: 0, MoneyOut: 12.5 };
    const october = { Month: '2026-10', Total: 1, MoneyIn: 0, MoneyOut: 5 };
    const both = { Total: 2, MoneyOut: 17.5, Months: [november, october] };
    expect(await found(card, headers, range)).toMatchObject(both);
    expect(await found(card, headers, { ...range, text: 'corner', direction: 'out' })).toMatchObject(both);
    // The opening balance of 10,000.00.
    expect(await found(card, headers, { atLeast: 20.02 })).toMatchObject({ Total: 1, MoneyIn: 10_000 });
    expect(await found(card, headers, { atLeast: 20, atMost: 5 })).toMatchObject({ Total: 0, Months: [] });
  });

  it('accepts days of any year, and finds nothing where the end is before the beginning', async () => {
    const { card, headers } = await givenUser();
    expect(await found(card, headers, { from: '0000-01-01', to: '9999-12-31' })).toMatchObject({ Total: 1 });
    expect(await found(card, headers, { from: '2026-11-20', to: '2026-11-01' })).toMatchObject({ Total: 0 });
  });

  it('continues below a Sequence, page by page without a gap', async () => {
    const { card, headers } = await givenUser();
    for (let index = 1; index <= 7; index += 1) await buy(card, 'Corner Cafe', index * 100);
    const first = await found(card, headers, { text: 'cafe', count: 3 });
    const second = await found(card, headers, { text: 'cafe', count: 3, before: first.Transactions[2]?.Sequence });
    const third = await found(card, headers, { text: 'cafe', count: 3, before: second.Transactions[2]?.Sequence });
    expect([first, second, third].map(({ HasMore }) => HasMore)).toEqual([true, true, false]);
    const all = [first, second, third].flatMap((page) => page.Transactions.map(({ Sequence }) => Sequence));
    expect(all).toEqual([8, 7, 6, 5, 4, 3, 2]);
    expect(second).toMatchObject({ Total: 7, MoneyOut: 28 });
  });

  it('is rejected for another person’s account without showing anything of it', async () => {
    const { card } = await givenUser();
    const other = await givenUser();
    await buy(card, 'Secret Shop', 100);
    const response = await search(other.headers, { accountNumber: card.account.accountNumber, text: 'secret' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: ['10000'] });
  });

  it.each([
    ['a direction that is none', { direction: 'up' }],
    ['51 rows', { count: 51 }],
    ['a day that does not exist', { from: '2026-02-30' }],
    ['101 characters', { text: 'x'.repeat(101) }],
    ['an amount below zero', { atLeast: -1 }],
  ])('with %s is answered 20010', async (_, asked) => {
    const { card, headers } = await givenUser();
    const response = await search(headers, { accountNumber: card.account.accountNumber, ...asked });
    expect(response.json()).toMatchObject({ error: ['20010'] });
  });
});
