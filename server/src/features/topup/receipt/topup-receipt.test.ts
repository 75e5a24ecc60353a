import { topupReceipt } from '@wattle/contract/topup/topup.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { askForTicket, givenTicket, postTicket } from '../../../../test-support/files/downloads.ts';
import { givenBrand, givenProduct } from '../../../../test-support/factories.ts';
import { type Opened, payByCard } from '../../../../test-support/outside/gateway.ts';
import { nodesOf, readPdf } from '../../../../test-support/files/read-pdf.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';

type User = Awaited<ReturnType<typeof givenUser>>;

let test: TestApp;
let user: User;
let other: User;
let receiptNumber: string;
beforeAll(async () => {
  test = await givenApp();
  const settings = { schemeTopUp: true, maxBalance: 5_000_00, maxBalanceUnverified: 5_000_00 };
  const product = await givenProduct(test.ctx, { brand: await givenBrand(test.ctx), isReloadable: true, settings });
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
  other = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
  const { accountNumber } = user.card.account;
  const opened = (await postApi(test, 'payment/initiate', user.headers, { accountNumber, amount: 50 })).json<Opened>();
  await payByCard(test, opened, 'noNotice');
  const asked = { accountNumber, Sid: opened.Sid };
  receiptNumber = (await postApi(test, 'payment/state', user.headers, asked)).json<{ ReceiptNumber: string }>()
    .ReceiptNumber;
});
afterAll(() => test.close());

const parametersOf = (given: object = {}) => ({
  accountNumber: user.card.account.accountNumber,
  receiptNumber,
  ...given,
});

it('a top-up receipt shows amount, way of topping up, card and time', async () => {
  const ticket = await givenTicket(test, user.headers, topupReceipt.name, parametersOf(), 'enAU');
  const file = await postTicket(test, 'download/topupReceipt', ticket);
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([
    200,
    `attachment; filename="receipt-${receiptNumber}.pdf"`,
  ]);
  const { trees, drawn } = await readPdf(file.rawPayload);
  const [tree] = trees;
  if (!tree) throw new Error('no page');
  expect(nodesOf(tree, 'H1')[0]?.text).toBe('$50.00 added to your card');
  expect(nodesOf(tree, 'TR').map((row) => row.children.map(({ text }) => text))).toEqual([
    ['Amount', '$50.00'],
    ['Method', 'Top-up by card ending 0341'],
    ['Card', expect.stringMatching(new RegExp(`ending ${user.card.pan.slice(-4)}$`)) as string],
    ['When', expect.stringMatching(/^\d\d\/\d\d\/\d\d, \d{1,2}:\d\d (am|pm) AE[DS]T$/) as string],
    ['Receipt', receiptNumber],
  ]);
  for (const secret of [user.card.account.accountNumber, user.card.pan]) expect(drawn.join(' ')).not.toContain(secret);
});

it('a top-up receipt can be fetched once with its ticket', async () => {
  const ticket = await givenTicket(test, user.headers, topupReceipt.name, parametersOf());
  expect((await postTicket(test, 'download/topupReceipt', ticket)).statusCode).toBe(200);
  const again = await postTicket(test, 'download/topupReceipt', ticket, { accept: 'application/json' });
  expect(again.json()).toMatchObject({ error: ['410'] });
});

it('a top-up receipt is not found by another person or under another number', async () => {
  const ask = async ({ headers }: User, given: object) => {
    const answer = await askForTicket(test, headers, topupReceipt.name, parametersOf(given));
    const { error, field } = answer.json<{ error?: string[]; field?: string }>();
    return [error?.[0], field];
  };
  expect(await ask(other, {})).toEqual(['10000', 'accountNumber']);
  expect(await ask(other, { accountNumber: other.card.account.accountNumber })).toEqual(['404', 'receiptNumber']);
  // The same transfer under another day.
  expect(await ask(user, { receiptNumber: '260010000016' })).toEqual(['404', 'receiptNumber']);
  expect(await ask(user, { receiptNumber: '1' })).toEqual(['20010', 'receiptNumber']);
  // The opening balance is the first row of the account, the top-up the second.
  expect(await ask(user, { sequence: 1 })).toEqual(['404', 'receiptNumber']);
  expect(await ask(user, { sequence: 2 })).toEqual([undefined, undefined]);
});
