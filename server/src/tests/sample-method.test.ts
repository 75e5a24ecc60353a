import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as MethodList from '@wattle/contract/rules/payment-method-list.ts';
import type * as MethodCalls from '@wattle/contract/transfers/method-calls.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as ServerMethods from '../compose/payment-methods.ts';

// The three lists that a new payment method is written into. Nothing else of the product knows the sample. Files of
// tests share their modules, so this one loads the server again and leaves none of it behind.
vi.resetModules();
vi.doMock('@wattle/contract/rules/payment-method-list.ts', async (original) => {
  const { PAYMENT_METHODS } = await original<typeof MethodList>();
  const { PAY_ID } = await import('../../test-support/payid/facts.ts');
  return { PAYMENT_METHODS: { ...PAYMENT_METHODS, payId: PAY_ID } };
});
vi.doMock('@wattle/contract/transfers/method-calls.ts', async (original) => {
  const { METHOD_CALLS } = await original<typeof MethodCalls>();
  const { payIdCall } = await import('../../test-support/payid/pay-id.call.ts');
  return { METHOD_CALLS: { ...METHOD_CALLS, payId: payIdCall } };
});
vi.doMock('../compose/payment-methods.ts', async (original) => {
  const { paymentMethods } = await original<typeof ServerMethods>();
  const { payIdMethod } = await import('../../test-support/payid/pay-id.method.ts');
  return { paymentMethods: [...paymentMethods, payIdMethod] };
});

const { givenBank } = await import('../../test-support/bank.ts');
const { givenTicket, postTicket } = await import('../../test-support/downloads.ts');
const { outcomeOf } = await import('../../test-support/payees.ts');
const { nodesOf, readPdf } = await import('../../test-support/read-pdf.ts');
const { returnsOf } = await import('../../test-support/returns-file.ts');
const { runDue } = await import('../../test-support/schedules.ts');
const { givenBrand, givenProduct } = await import('../../test-support/factories.ts');
const { getApi, givenUser, postApi } = await import('../../test-support/signed-in.ts');
const { balanceOf, postMoney } = await import('../../test-support/transfers.ts');
const { transferReceipt } = await import('@wattle/contract/transfers/receipt.ts');

const bank = await givenBank({ payId: true, paymentLimit: 500_00 });
const { test, tenantId } = bank;

/** Applies the changes that the sample's one migration would make. */
beforeAll(async () => {
  const checks = [
    ['payment_out', 'method', "('external', 'bpay', 'payId')"],
    ['bank_file', 'method', "('external', 'bpay', 'debit', 'payId')"],
    ['schedule', 'kind', "('internal', 'external', 'bpay', 'return', 'payId')"],
  ] as const;
  for (const [table, column, names] of checks) {
    await test.ctx.asOwner(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_${column}_check`);
    await test.ctx.asOwner(
      `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column}_check CHECK (${column} IN ${names})`,
    );
  }
});
/** Its flag, and its text as a brand words it. */
beforeAll(() =>
  test.ctx.asOwner(
    `UPDATE brand SET texts = jsonb_set(texts, '{enAU}', $1), settings = jsonb_set(settings, '{Features,payId}', 'true')
      WHERE tenant_id = $2`,
    [JSON.stringify({ 'transfers:kind.payId': 'PayID' }), tenantId],
  ),
);
afterAll(async () => {
  await bank.close();
  vi.doUnmock('@wattle/contract/rules/payment-method-list.ts');
  vi.doUnmock('@wattle/contract/transfers/method-calls.ts');
  vi.doUnmock('../compose/payment-methods.ts');
  vi.resetModules();
});

type Payer = Awaited<ReturnType<typeof bank.givenPayer>>;
const bodyOf = ({ card }: Payer, given: object) => ({
  MemberNumber: card.account.accountNumber,
  PayId: 'jordan@example.com',
  PayIdName: 'Jordan Blake',
  Amount: 10,
  Reference: 'Bond, Wilson St',
  ...given,
});
const payById = (payer: Payer, given: object = {}) =>
  postMoney(test, 'transfer/payId', payer.headers, bodyOf(payer, given));
const receiptOf = async (payer: Payer, given: object = {}) =>
  (await payById(payer, given)).json<{ ReceiptNumber: string }>().ReceiptNumber;
const course = async ({ headers, card }: Payer, receiptNumber: string) => {
  const { accountNumber } = card.account;
  const answer = await postApi(test, 'transfer/getPaymentCourse', headers, { accountNumber, receiptNumber });
  return answer.json<{ Course: { State: string; Method: string }; Again: object }>();
};

describe('a payment method of the tests alone', () => {
  it('is offered by the cards whose product allows it', async () => {
    const payer = await bank.givenPayer();
    const listed = await getApi(test, 'card/cards', payer.headers);
    expect(listed.body).toContain('"IsPayIdAllowed":true');
  });

  it('is off at a brand that was stored before it', async () => {
    const brand = await givenBrand(test.ctx);
    await test.ctx.asOwner("UPDATE brand SET settings = settings #- '{Features,payId}' WHERE id = $1", [brand.id]);
    const product = await givenProduct(test.ctx, { brand, settings: { payId: true } });
    const payer = await givenUser(test.ctx, { brand, product, balance: 100_00n });
    const { statusCode, body } = await getApi(test, 'card/cards', payer.headers);
    expect([statusCode, body]).toEqual([200, expect.stringContaining('"IsPayIdAllowed":false')]);
    expect(outcomeOf(await payById(payer))).toEqual(['10001', 'MemberNumber']);
  });

  it('pays, counts towards the daily limit and says how to pay again', async () => {
    const payer = await bank.givenPayer();
    const receipt = await receiptOf(payer, { Amount: 300 });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(8_700_00n);
    expect(outcomeOf(await payById(payer, { Amount: 200.01 }))).toEqual(['20242', 'Amount']);
    const { Course, Again } = await course(payer, receipt);
    expect(Course).toMatchObject({ State: 'Made', Method: 'payId' });
    expect(Again).toMatchObject({ Method: 'payId', Bsb: '000101', AccountNumber: '44172208', Amount: 300 });
  });

  it('gets a receipt with the words of its method', async () => {
    const payer = await bank.givenPayer();
    const receiptNumber = await receiptOf(payer);
    const parameters = { accountNumber: payer.card.account.accountNumber, receiptNumber };
    const ticket = await givenTicket(test, payer.headers, transferReceipt.name, parameters);
    const response = await postTicket(test, 'download/transferReceipt', ticket);
    expect(response.statusCode).toBe(200);
    const { trees } = await readPdf(response.rawPayload);
    const rows = trees.flatMap((tree) => nodesOf(tree, 'TR').map((row) => row.children.map(({ text }) => text)));
    expect(rows).toContainEqual(['To', 'Jordan BlakeBSB 000-101, account ending 208']);
    expect(rows).toContainEqual(['Description they see', 'Bond, Wilson St']);
  });

  it('goes to the bank in a file of its own, is settled with it and comes back by a return', async () => {
    bank.newDay();
    const payer = await bank.givenPayer();
    const receipt = await receiptOf(payer, { Amount: 12.5 });
    bank.hour(18);
    await bank.make();
    await bank.exchange();
    const [name, ...others] = (await bank.outFiles('.aba')).filter((one) => one.includes('-payid-'));
    expect(others).toEqual([]);
    expect(await readFile(path.join(bank.outFolder, name ?? ''), 'latin1')).toContain('44172208');
    await bank.exchange();
    expect((await course(payer, receipt)).Course.State).toBe('Settled');
    bank.newDay();
    const line = { account: '44172208', cents: '1250', code: '3', reference: 'Bond, Wilson St' };
    const day =
      (
        await test.ctx.asOwner<{ day: string }>(
          "SELECT value_date::text AS day FROM bank_file WHERE method = 'payId' ORDER BY id DESC LIMIT 1",
        )
      )[0]?.day ?? '';
    await bank.leave('payid.returns', returnsOf([{ ...line, day: day.slice(8) }], { on: bank.today() }));
    await bank.exchange();
    expect((await course(payer, receipt)).Course.State).toBe('Returned');
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(9_000_00n);
    const [sum] = await test.ctx.asOwner(
      "SELECT cents::int FROM payment_count WHERE member_account_id = $1 AND counter = 'dailyPayments'",
      [payer.card.account.id],
    );
    expect(sum).toEqual({ cents: 0 });
  });

  it('is listed while it is scheduled and paid on its banking day', async () => {
    bank.newDay();
    const payer = await bank.givenPayer();
    const day = Temporal.PlainDate.from(bank.today()).add({ days: 7 }).toString();
    expect(outcomeOf(await payById(payer, { PaymentFrequency: 21, FutureDate: day }))).toBe('ok');
    const answer = await getApi(
      test,
      `schedulePayments?accountNumber=${payer.card.account.accountNumber}`,
      payer.headers,
    );
    expect(answer.json()).toMatchObject({
      transferPayments: [
        { transferType: 4, accountName: 'Jordan Blake', accountNumber: 'jordan@example.com', bsb: null, nextDate: day },
      ],
      bpayPayments: [],
    });
    while (bank.today() <= day) bank.newDay();
    await runDue(test.ctx, tenantId);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(8_990_00n);
  });
});
