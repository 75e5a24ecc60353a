import { transferReceipt } from '@wattle/contract/transfers/receipt.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { askForTicket, givenTicket, postTicket } from '../../../../test-support/files/downloads.ts';
import {
  givenBrand,
  givenCard,
  givenProduct,
  givenSession,
  type TestProduct,
} from '../../../../test-support/factories.ts';
import { nodesOf, readPdf } from '../../../../test-support/files/read-pdf.ts';
import { givenUser, type Headers } from '../../../../test-support/signed-in.ts';
import {
  billBody,
  externalBody,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../../test-support/transfers.ts';

type Person = Awaited<ReturnType<typeof givenPayer>>;

let test: TestApp;
let product: TestProduct;
let payer: Person;
let payee: Person;
let receiptNumber: string;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx);
});
beforeEach(async () => {
  [payer, payee] = await Promise.all([givenPayer(test.ctx, product), givenPayer(test.ctx, product)]);
  receiptNumber = await pay({ Amount: 12.5, DestinationAccountName: 'Li Wei' });
});
afterAll(() => test.close());

async function pay(given: object): Promise<string> {
  const sent = transferBody(payer.card.account, payee.card.account, given);
  const response = await postMoney(test, 'transfer/internal', payer.headers, sent);
  return response.json<{ ReceiptNumber: string }>().ReceiptNumber;
}

type Asked = {
  readonly headers?: Headers;
  readonly receipt?: string;
  readonly account?: string;
  readonly language?: string;
};

function asked({ headers = payer.headers, receipt = receiptNumber, account, language }: Asked = {}) {
  const parameters = { accountNumber: account ?? payer.card.account.accountNumber, receiptNumber: receipt };
  return [test, headers, transferReceipt.name, parameters, language] as const;
}

async function receiptOf(given: Asked = {}) {
  const response = await postTicket(test, 'download/transferReceipt', await givenTicket(...asked(given)));
  expect(response.statusCode).toBe(200);
  const { trees, drawn, info } = await readPdf(response.rawPayload);
  const [tree] = trees;
  if (!tree) throw new Error('no page');
  const rows = nodesOf(tree, 'TR').map((row) => row.children.map(({ text }) => text));
  return { response, rows, title: nodesOf(tree, 'H1')[0]?.text, text: drawn.join('\n'), info };
}

async function refusal(given: Asked) {
  const { error, field } = (await askForTicket(...asked(given))).json<{ error: string[]; field?: string }>();
  return [error[0], field];
}

it('the receipt has payer, payee, amount, time and description', async () => {
  const { response, rows, title, info } = await receiptOf();
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="receipt-${receiptNumber}.pdf"`,
  });
  expect(info).toMatchObject({ Title: '$12.50 sent to Li Wei', Language: 'en-AU', Author: product.brand.name });
  expect(title).toBe('$12.50 sent to Li Wei');
  const account = payee.card.account.accountNumber.slice(-3);
  expect(rows).toEqual([
    ['Amount', '$12.50'],
    ['Type', `Transfer within ${product.brand.name}`],
    ['To', `Li WeiAccount ending ${account}`],
    ['From', `Product ${product.id} ending ${payer.card.pan.slice(-4)}`],
    // The tests start at noon in Melbourne's summer.
    ['When', expect.stringMatching(/^\d\d\/\d\d\/\d\d, \d{1,2}:\d\d (am|pm) AE[DS]T$/)],
    ['Description they see', 'From Amelia'],
    ['Your description', 'Dinner on Friday'],
    ['Receipt number', receiptNumber],
  ]);
});

it('the receipt can be in Chinese', async () => {
  const { rows, title, info } = await receiptOf({ language: 'zhCN' });
  expect(info).toMatchObject({ Language: 'zh-CN' });
  expect(title).toBe('已向 Li Wei 付款 $12.50');
  expect(rows[0]).toEqual(['金额', '$12.50']);
  expect(rows.at(-1)).toEqual(['回单编号', receiptNumber]);
});

describe('the receipt of money that left the programme', () => {
  let user: Awaited<ReturnType<typeof givenUser>>;
  beforeAll(async () => {
    const brand = await givenBrand(test.ctx);
    const settings = { bpay: true, externalTransfers: true, paymentLimit: 4_000_00, bsb: '000-001' };
    user = await givenUser(test.ctx, {
      brand,
      product: await givenProduct(test.ctx, { brand, settings }),
      balance: 5_000_00n,
    });
  });
  const receiptBy = (receipt: string) =>
    receiptOf({ headers: user.headers, account: user.card.account.accountNumber, receipt });

  it('has BPAY, biller and reference for a bill', async () => {
    const sent = await postMoney(test, 'bPay/processBPayRequest', user.headers, billBody(user.card.account));
    const { rows, title } = await receiptBy(sent.json<{ BPayReceipt: string }>().BPayReceipt);
    expect(title).toMatch(/sent to Harbour Electricity$/);
    expect(rows).toContainEqual(['Type', 'BPAY']);
    expect(rows).toContainEqual(['To', 'Harbour ElectricityBiller 23796, reference 87348538']);
  });

  it('has the BSB and the end of the account number for another bank', async () => {
    const sent = await postMoney(test, 'transfer/external', user.headers, externalBody(user.card.account));
    const { rows, text } = await receiptBy(sent.json<{ ReceiptNumber: string }>().ReceiptNumber);
    expect(rows).toContainEqual(['Type', 'Transfer to another bank']);
    expect(rows).toContainEqual(['To', 'Jordan BlakeBSB 000-101, account ending 208']);
    expect(rows).toContainEqual(['Description they see', 'Bond, Wilson St']);
    expect(text).not.toContain('44172208');
  });
});

it('the receipt contains no full account or card number', async () => {
  const { text } = await receiptOf();
  for (const { card } of [payer, payee]) {
    for (const secret of [card.account.accountNumber, card.pan, card.cardId]) expect(text).not.toContain(secret);
  }
});

it('the receipt uses the description as payee when an old row has no name', async () => {
  await test.ctx.asOwner('UPDATE transaction_detail SET counterparty = NULL WHERE reference = $1', [receiptNumber]);
  expect((await receiptOf()).title).toBe('$12.50 sent to Dinner on Friday');
});

it('the receipt is available to a card-only person for payments of their card', async () => {
  const own = await givenSession(test.ctx, { card: payer.card }, 'card');
  expect((await receiptOf({ headers: own.headers })).title).toBe('$12.50 sent to Li Wei');
  const other = await givenSession(test.ctx, { card: await givenCard(test.ctx, { brand: product.brand }) }, 'card');
  expect(await refusal({ headers: other.headers })).toEqual(['10000', 'accountNumber']);
});

it('the receipt is refused to the payee, from another account and with another number', async () => {
  const { headers, card } = payee;
  expect(await refusal({ headers })).toEqual(['10000', 'accountNumber']);
  expect(await refusal({ headers, account: card.account.accountNumber })).toEqual(['404', 'receiptNumber']);
  const wrong = receiptNumber.slice(0, -1) + String((Number(receiptNumber.at(-1)) + 1) % 10);
  expect(await refusal({ receipt: wrong })).toEqual(['404', 'receiptNumber']);
  // The same transfer with another day and a valid check digit: 2 + 2 + 6 + 4 = 14 for transfer 1.
  expect(await refusal({ receipt: '260010000016' })).toEqual(['404', 'receiptNumber']);
  expect(await refusal({ receipt: '1' })).toEqual(['20010', 'receiptNumber']);
});

it('the receipt of a row without a receipt number is found by its Sequence only', async () => {
  await test.ctx.asOwner(`UPDATE transaction_detail SET reference = '123456789012' WHERE reference = $1`, [
    receiptNumber,
  ]);
  const [row] = await test.ctx.asOwner<{ seq: string }>(
    `SELECT seq FROM transaction_detail WHERE reference = '123456789012' AND kind = 'transferOut'`,
  );
  const ask = (sequence?: number) => {
    const { accountNumber } = payer.card.account;
    const parameters = { accountNumber, receiptNumber: '123456789012', sequence };
    return askForTicket(test, payer.headers, transferReceipt.name, parameters);
  };
  expect((await ask(Number(row?.seq))).statusCode).toBe(200);
  expect((await ask(Number(row?.seq) - 1)).statusCode).toBe(404);
  expect((await ask()).statusCode).toBe(404);
});

it('the receipt can be fetched with its ticket alone once it was requested', async () => {
  const ticket = await givenTicket(...asked());
  const { accountNumber } = payee.card.account;
  const changed = await postTicket(test, 'download/transferReceipt', ticket, { fields: { accountNumber } });
  expect(changed.json()).toMatchObject({ error: ['410'] });
});
