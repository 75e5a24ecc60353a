import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenCard, givenHolder, givenSession, givenWebAccount } from '../../../../test-support/factories.ts';
import { givenRow } from '../../../../test-support/statements.ts';
import { givenUser, type Headers, postApi } from '../../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const save = (accountNumber: string, headers: Headers, Sequence: number, Note: string) =>
  postApi(test, 'transaction/saveNote', headers, { accountNumber, Sequence, Note });
const notesOf = async (accountNumber: string, headers: Headers) =>
  (await postApi(test, 'transaction/getNotes', headers, { accountNumber })).json();

describe('a note on a transaction', () => {
  it('can be saved, changed and removed', async () => {
    const { card, headers } = await givenUser(test.ctx);
    const { accountNumber } = card.account;
    expect((await save(accountNumber, headers, 1, '  Rent for 六月  ')).statusCode).toBe(200);
    expect(await notesOf(accountNumber, headers)).toEqual({ Notes: [{ Sequence: 1, Note: 'Rent for 六月' }] });
    await save(accountNumber, headers, 1, 'Bond');
    expect(await notesOf(accountNumber, headers)).toEqual({ Notes: [{ Sequence: 1, Note: 'Bond' }] });
    await save(accountNumber, headers, 1, ' ');
    expect(await notesOf(accountNumber, headers)).toEqual({ Notes: [] });
  });

  it('requires an existing row and at most 200 characters', async () => {
    const { card, headers } = await givenUser(test.ctx);
    const { accountNumber } = card.account;
    expect((await save(accountNumber, headers, 2, 'No such row')).json()).toMatchObject({ error: ['404'] });
    expect((await save(accountNumber, headers, 1, 'x'.repeat(201))).json()).toMatchObject({
      error: ['20010'],
      field: 'Note',
    });
    expect((await save(accountNumber, headers, 1, 'x'.repeat(200))).statusCode).toBe(200);
  });

  it('is found with the words of its row by its author', async () => {
    const { card, headers } = await givenUser(test.ctx);
    const { account } = card;
    await givenRow(test.ctx, account, { kind: 'purchase', amount: -5_00n, at: '2026-11-20T02:00:00Z' });
    await save(account.accountNumber, headers, 2, 'Rent for 六月 12');
    const found = async (text: string, who: Headers = headers) =>
      (await postApi(test, 'transaction/search', who, { accountNumber: account.accountNumber, count: 10, text }))
        .json<{ Transactions: { Sequence: number }[] }>()
        .Transactions.map(({ Sequence }) => Sequence);
    // The row says `Row of 2026-11-20`.
    const both = [
      await found('rent'),
      await found('六月'),
      await found('rent row'),
      await found('row of 2026 rent 12'),
    ];
    expect(both).toEqual([[2], [2], [2], [2]]);
    expect([await found('rent bond'), await found('月六')]).toEqual([[], []]);
    const nominee = await givenHolder(test.ctx, { brand: card.brand });
    await givenCard(test.ctx, { account, holder: nominee });
    const login = await givenWebAccount(test.ctx, { holder: nominee, account, extension: '01' });
    expect(await found('rent', (await givenSession(test.ctx, { webAccount: login })).headers)).toEqual([]);
    await save(account.accountNumber, headers, 2, 'Bond');
    expect(await found('rent')).toEqual([]);
  });

  it('is visible to its author only, also on a shared account', async () => {
    const { card, headers } = await givenUser(test.ctx);
    const { account } = card;
    await save(account.accountNumber, headers, 1, 'For me alone');
    const nominee = await givenHolder(test.ctx, { brand: card.brand });
    await givenCard(test.ctx, { account, holder: nominee });
    const login = await givenWebAccount(test.ctx, { holder: nominee, account, extension: '01' });
    const other = (await givenSession(test.ctx, { webAccount: login })).headers;
    expect(await notesOf(account.accountNumber, other)).toEqual({ Notes: [] });
    await save(account.accountNumber, other, 1, 'The other');
    expect(await notesOf(account.accountNumber, headers)).toEqual({ Notes: [{ Sequence: 1, Note: 'For me alone' }] });
    const stranger = await givenUser(test.ctx);
    expect((await save(account.accountNumber, stranger.headers, 1, 'Mine')).json().error).toEqual(['10000']);
    expect((await notesOf(account.accountNumber, stranger.headers)).error).toEqual(['10000']);
  });
});
