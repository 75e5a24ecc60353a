import { randomUUID } from 'node:crypto';
import type { BodyInputOf } from '@wattle/contract/operation.ts';
import type { updatePayee } from '@wattle/contract/transfers/payees.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import type { TestProduct } from '../../../../test-support/factories.ts';
import { outcomeOf, payeesOf } from '../../../../test-support/payees.ts';
import { givenPayeeProof } from '../../../../test-support/proofs.ts';
import { runDue } from '../../../../test-support/schedules.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import {
  externalBody,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../../test-support/transfers.ts';

type Change = Extract<BodyInputOf<typeof updatePayee>, { PayeeType: 3 }>;

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx, { externalTransfers: true, bpay: true });
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  payer = await givenPayer(test.ctx, product, 900_00n);
});
afterAll(() => test.close());

const RENT = { DestinationAccountName: 'Rent', DestinationBSB: '000101', DestinationAccountNumber: '12345678' };
/** Saved with a payment of 1.00. */
async function givenRent(given: object = {}): Promise<string> {
  const { DestinationAccountName, DestinationBSB: DestinationAccountBsb, DestinationAccountNumber } = RENT;
  const to = { DestinationAccountName, DestinationAccountBsb, DestinationAccountNumber };
  const body = externalBody(payer.card.account, { ...to, Amount: 1, IsNewPayee: true, ...given });
  expect(outcomeOf(await postMoney(test, 'transfer/external', payer.headers, body))).toBe('ok');
  const saved = await payeesOf(test, payer.headers, 3);
  const number = (given as Partial<typeof RENT>).DestinationAccountNumber ?? RENT.DestinationAccountNumber;
  return saved.find((payee) => payee.DestinationAccountNumber === number)?.PayeeId ?? '';
}
const ask = async (body: object, headers = payer.headers) =>
  outcomeOf(await postApi(test, 'transfer/updatePayee', headers, body));
/** With proof for exactly this change. */
async function change(PayeeId: string, given: Partial<Change> = {}) {
  const body: Change = { PayeeId, PayeeType: 3, ...RENT, ...given };
  await givenPayeeProof(test.ctx, payer.card, body);
  return ask(body);
}

describe('a saved payee', () => {
  it('gets a new name and account once, with a proof for this change', async () => {
    const id = await givenRent();
    const body = { PayeeId: id, PayeeType: 3, ...RENT, DestinationBSB: '000-101', DestinationAccountName: 'Flat' };
    expect(await ask(body)).toEqual(['428', undefined]);
    await givenPayeeProof(test.ctx, payer.card, { ...body, PayeeType: 3, DestinationAccountNumber: '12345679' });
    expect(await ask(body)).toEqual(['428', undefined]);
    expect(await payeesOf(test, payer.headers, 3)).toMatchObject([RENT]);
    expect(await change(id, { DestinationAccountName: 'Flat', DestinationAccountNumber: '44172208' })).toBe('ok');
    expect(await payeesOf(test, payer.headers, 3)).toMatchObject([
      // Another account, never paid.
      { PayeeId: id, DestinationAccountName: 'Flat', DestinationAccountNumber: '44172208', LastPaidAt: null },
    ]);
    const again = { ...RENT, DestinationAccountName: 'Flat', DestinationAccountNumber: '44172208' };
    expect(await ask({ PayeeId: id, PayeeType: 3, ...again })).toEqual(['428', undefined]);
    const lines = await test.ctx.asOwner(
      "SELECT details FROM audit_log WHERE action = 'payee.changed' AND object = $1",
      [`payee:${id}`],
    );
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('44172208');
  });

  it.each<[Partial<Change>, [code: string, field: string]]>([
    [{ DestinationBSB: '000-555' }, ['20010', 'DestinationBSB']],
    [{ DestinationBSB: '000-198' }, ['20235', 'DestinationBSB']],
    [{ DestinationBSB: '000-199' }, ['32209', 'DestinationBSB']],
    [{ DestinationBSB: '00010' }, ['20010', 'DestinationBSB']],
    [{ DestinationAccountName: 'Blocked Person' }, ['20241', 'DestinationAccountName']],
    [{ DestinationAccountName: '' }, ['20010', 'DestinationAccountName']],
    [{ DestinationAccountName: '[Rent]' }, ['20010', 'DestinationAccountName']],
    [{ DestinationAccountNumber: '000' }, ['20010', 'DestinationAccountNumber']],
    [{ DestinationAccountNumber: '1234567890' }, ['20010', 'DestinationAccountNumber']],
  ])('stays as it is with %j: %j', async (given, outcome) => {
    const id = await givenRent();
    expect(await ask({ PayeeId: id, PayeeType: 3, ...RENT, ...given })).toEqual(outcome);
    expect(await payeesOf(test, payer.headers, 3)).toMatchObject([RENT]);
  });

  it('is refused with the account of another payee, another type or an unknown id', async () => {
    const id = await givenRent();
    await givenRent({ DestinationAccountNumber: '44172208' });
    expect(await change(id, { DestinationAccountNumber: '44172208' })).toEqual(['20010', 'DestinationAccountNumber']);
    expect(await change(randomUUID())).toEqual(['404', 'PayeeId']);
    const bill = { DestinationAccountName: 'Power', DestinationBSB: '23796', DestinationAccountNumber: '87348538' };
    expect(await ask({ PayeeId: id, PayeeType: 1, ...bill })).toEqual(['404', 'PayeeId']);
  });

  it('is refused with a reference that its biller does not accept, and can be renamed', async () => {
    const id = randomUUID();
    await test.ctx.asOwner(
      `INSERT INTO payee (id, tenant_id, web_account_id, type, name, bsb, account_number)
       VALUES ($1, $2, $3, 1, 'Power', '23796', '87348538')`,
      [id, product.brand.tenantId, payer.webAccount.id],
    );
    const power = { PayeeId: id, PayeeType: 1, DestinationAccountName: 'Power', DestinationBSB: '0023796' };
    expect(await ask({ ...power, DestinationAccountNumber: '87348539' })).toEqual([
      '20226',
      'DestinationAccountNumber',
    ]);
    expect(await ask({ ...power, DestinationAccountNumber: '8734853' })).toEqual(['20226', 'DestinationAccountNumber']);
    // A new name is permitted.
    const asked = ask({ ...power, DestinationAccountName: 'Light', DestinationAccountNumber: '87348538' });
    expect(await asked).toEqual(['428', undefined]);
  });

  it('asks for a new proof when it is paid at its new account', async () => {
    const asking = await givenTransferProduct(test.ctx, { externalTransfers: true, stepUpAmount: 500_00 });
    payer = await givenPayer(test.ctx, asking, 900_00n);
    const id = randomUUID();
    await test.ctx.asOwner(
      `INSERT INTO payee (id, tenant_id, web_account_id, type, name, bsb, account_number)
       VALUES ($1, $2, $3, 3, 'Rent', '000101', '12345678')`,
      [id, asking.brand.tenantId, payer.webAccount.id],
    );
    expect(await change(id, { DestinationAccountNumber: '44172208' })).toBe('ok');
    const body = externalBody(payer.card.account, {
      DestinationAccountBsb: '000101',
      DestinationAccountNumber: '44172208',
      PayeeId: id,
      Amount: 1,
    });
    expect(outcomeOf(await postMoney(test, 'transfer/external', payer.headers, body))).toEqual(['428', undefined]);
  });
});

describe('the yearly total of a payee', () => {
  const paid = async () => (await payeesOf(test, payer.headers, 3)).map(({ PaidThisYear }) => PaidThisYear);
  const pay = (Amount: number) => givenRent({ Amount, IsNewPayee: false });

  it('starts on 1 January in Melbourne', async () => {
    await givenRent();
    await pay(2.5);
    expect(await paid()).toEqual([3.5]);
    // 31 December 2026, 23:59:59, and a second later.
    test.ctx.setBusinessTime('2026-12-31T12:59:59Z');
    await pay(10);
    expect(await paid()).toEqual([13.5]);
    test.ctx.setBusinessTime('2026-12-31T13:00:00Z');
    expect(await paid()).toEqual([0]);
    await pay(4);
    expect(await paid()).toEqual([4]);
  });

  it('includes scheduled payments, after which the account is known to the person who scheduled them', async () => {
    const payee = await givenPayer(test.ctx, product, 0n);
    const later = { PaymentFrequency: 21, FutureDate: '2026-11-21', Amount: 7, IsNewPayee: true } as const;
    const body = transferBody(payer.card.account, payee.card.account, later);
    expect(outcomeOf(await postMoney(test, 'transfer/internal', payer.headers, body))).toBe('ok');
    expect(await payeesOf(test, payer.headers)).toMatchObject([{ LastPaidAt: null, PaidThisYear: 0 }]);
    test.ctx.setBusinessTime('2026-11-20T19:00:00Z');
    await runDue(test.ctx, product.brand.tenantId);
    expect(await payeesOf(test, payer.headers)).toMatchObject([
      { LastPaidAt: '2026-11-20T19:00:00Z', LastPaidAmount: 7, PaidThisYear: 7 },
    ]);
    const { webAccount } = payer;
    expect(
      await test.ctx.asOwner('SELECT cents::int FROM paid_destination WHERE owner = $1', [`web:${webAccount.id}`]),
    ).toEqual([{ cents: 700 }]);
  });
});
