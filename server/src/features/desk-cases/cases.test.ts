import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenDispute } from '../../../test-support/disputes.ts';
import { givenBrand, givenProduct, givenTenant } from '../../../test-support/factories.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { externalBody, postMoney } from '../../../test-support/transfers.ts';
import { contactHash } from '../contact-marks/public.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

async function givenPlace() {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const product = await givenProduct(test.ctx, {
    brand,
    settings: { externalTransfers: true, paymentLimit: 9_000_00 },
  });
  const payer = await givenUser(test.ctx, { brand, product, balance: 500_00n });
  const { accountNumber } = payer.card.account;
  const report = async (path: string, Amount: number) => {
    const answer = await postMoney(
      test,
      'transfer/external',
      payer.headers,
      externalBody(payer.card.account, { Amount }),
    );
    const receiptNumber = answer.json<{ ReceiptNumber: string }>().ReceiptNumber;
    // The bank has it: one that has not left is stopped, and no case.
    await test.ctx.asOwner(
      "UPDATE payment_out SET state = 'Sent', sent_at = now() WHERE tenant_id = $1 AND state = 'Made'",
      [brand.tenantId],
    );
    await postApi(test, path, payer.headers, { accountNumber, receiptNumber });
  };
  const rows = async (command = 'cases', input: Readonly<Record<string, string>> = {}) => {
    const staff = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
    return (await give(test, staff, command, { input })).body.rows;
  };
  return { brand, payer, report, rows };
}

describe('the queue of cases', () => {
  it('has disputes, payments to the wrong account and scams by the day on which they are due', async () => {
    // A Friday.
    test.ctx.setBusinessTime('2026-11-20T02:00:00Z');
    const { brand, payer, report, rows } = await givenPlace();
    await givenDispute(test, 'Open', { brand });
    await report('transfer/reportMistakenPayment', 11);
    test.ctx.setBusinessTime('2026-11-23T02:00:00Z');
    await report('transfer/reportScam', 12);
    const shown = (await rows())?.map(({ kind, amount, due, daysLeft }) => [kind, amount, due, daysLeft]);
    expect(shown).toEqual([
      ['mistaken', '11.00', '2026-11-27', 4],
      // The other bank is asked for it as well.
      ['mistaken', '12.00', '2026-11-30', 7],
      ['dispute', '12.34', '2026-12-20', 27],
      ['scam', '12.00', '2026-12-23', 30],
    ]);
    expect((await rows())?.[0]).toMatchObject({
      about: 'Jordan Blake',
      account: payer.card.account.accountNumber,
      state: 'Asked',
      person: `holder:${payer.card.holder?.id}`,
    });
    test.ctx.setBusinessTime('2026-11-29T02:00:00Z');
    expect((await rows())?.[0]).toMatchObject({ due: '2026-11-27', daysLeft: -2 });
  });

  it('has what a card processor told, also of no account, 30 days after it was told', async () => {
    test.ctx.setBusinessTime('2026-11-20T02:00:00Z');
    const { brand, payer, rows } = await givenPlace();
    const add = (kind: string, account: bigint | null, cents: number, about: string) =>
      test.ctx.asOwner(
        `INSERT INTO told_case (tenant_id, reference, kind, message, member_account_id, cents, about, made_at, changed_at)
         VALUES ($1, $2, $3, 'TEST-1', $4, $5, $6, $7, $7)`,
        [
          brand.tenantId,
          `26325${kind.length}${String(brand.tenantId).padStart(8, '0')}`,
          kind,
          account,
          cents,
          about,
          new Date(test.ctx.clocks.business.now()),
        ],
      );
    await add('correction', payer.card.account.id, -3_00, 'Corner Cafe');
    await add('dispute', null, 0, 'RIDDLE');
    const account = payer.card.account.accountNumber;
    expect(await rows()).toMatchObject([
      { kind: 'told', state: 'correction', account, amount: '-3.00', about: 'Corner Cafe', due: '2026-12-20' },
      { kind: 'told', state: 'dispute', account: '', name: '', person: '', amount: '0.00', due: '2026-12-20' },
    ]);
    const [first] = (await rows()) ?? [];
    const staff = await givenStaff(test.ctx, brand.tenantId);
    await give(test, staff, 'close-told-case', { input: { case: String(first?.['case']) } });
    expect((await rows())?.map(({ state }) => state)).toEqual(['dispute']);
  });

  it('has people whom no message reaches, 5 business days after the last mark', async () => {
    // A Friday.
    test.ctx.setBusinessTime('2026-11-20T02:00:00Z');
    const { brand, payer, rows } = await givenPlace();
    const { tenantId } = brand;
    const { holder } = payer.card;
    await test.ctx.asOwner("UPDATE holder SET mobile = '' WHERE id = $1", [holder?.id]);
    const mark = { channel: 'email', to: holder?.email ?? '' } as const;
    await test.ctx.asOwner(
      `INSERT INTO contact_mark (tenant_id, holder_id, channel, contact_hash, failing_since, case_opened_at)
       VALUES ($1, $2, 'email', $3, $4, $4)`,
      [tenantId, holder?.id, contactHash(test.ctx.secrets, tenantId, mark), '2026-11-20T02:00:00Z'],
    );
    const person = `holder:${holder?.id}`;
    const due = { due: '2026-11-27', daysLeft: 7 };
    const case_ = { kind: 'unreached', case: person, person, account: '', about: 'email fails', amount: '', ...due };
    expect(await rows()).toMatchObject([case_]);
    const staff = await givenStaff(test.ctx, tenantId);
    const ended = await give(test, staff, 'contact-works', {
      input: { person, channel: 'email' },
      reason: 'she says so',
    });
    expect(ended.body.error).toBeUndefined();
    expect(await rows()).toEqual([]);
  });

  it('shows who disputes which purchase, and the money of either end', async () => {
    test.ctx.setBusinessTime('2026-11-20T02:00:00Z');
    const { brand, rows } = await givenPlace();
    const { card, reference: dispute } = await givenDispute(test, 'Open', { brand });
    const facts = async () => (await rows('dispute-facts', { dispute }))?.[0];
    expect(await facts()).toMatchObject({
      state: 'Open',
      reason: 'notMine',
      person: `holder:${card.holder?.id}`,
      account: card.account.accountNumber,
      merchant: 'Corner Cafe',
      mcc: '5814',
      amount: '12.34',
      due: '2026-12-20',
      provisional: '0.00',
      ifUpheld: '12.34',
      ifNot: '0.00',
    });
    const [asker, other] = [await givenStaff(test.ctx, brand.tenantId), await givenStaff(test.ctx, brand.tenantId)];
    const { body } = await give(test, asker, 'provisional-credit', {
      input: { dispute, amount: '10.00' },
      reason: 'hardship',
    });
    await give(test, other, 'approve', { input: { request: body.request?.id ?? '' } });
    expect(await facts()).toMatchObject({ provisional: '10.00', ifUpheld: '2.34', ifNot: '-10.00' });
  });

  it('shows by when each side of a payment to the wrong account has to act', async () => {
    // A Friday, on which the payment was made and reported.
    test.ctx.setBusinessTime('2026-11-20T02:00:00Z');
    const { brand, report, rows } = await givenPlace();
    await report('transfer/reportMistakenPayment', 21);
    const named = (await rows())?.[0]?.['case'];
    const mistaken = typeof named === 'string' ? named : '';
    const facts = async () => (await rows('mistaken-facts', { mistaken }))?.[0];
    // 5 business days; 30 are six weeks, and two more for Christmas and Boxing Day observed and one for New Year.
    const ours = { askBy: '2026-11-27', tellBy: '2027-01-06' };
    expect(await facts()).toMatchObject({ state: 'Asked', rule: 'tenDays', acknowledgedBy: '', backBy: '', ...ours });
    // The other bank is asked on Tuesday: its 5 and 10 business days begin then.
    test.ctx.setBusinessTime('2026-11-24T02:00:00Z');
    await give(test, await givenStaff(test.ctx, brand.tenantId), 'request-mistaken', { input: { mistaken } });
    expect(await facts()).toMatchObject({ acknowledgedBy: '2026-12-01', backBy: '2026-12-08', ...ours });
  });

  it('shows words of a cardholder as they were written', async () => {
    test.ctx.setBusinessTime('2026-11-20T02:00:00Z');
    const { brand, rows } = await givenPlace();
    const { headers, reference: dispute, id } = await givenDispute(test, 'NeedsInfo', { brand });
    const Words = '=HYPERLINK("https://x.test";"a") <img src=x onerror=alert(1)>';
    await postApi(test, 'dispute/answer', headers, { DisputeId: id, Text: Words });
    const written = (await rows('dispute', { dispute }))?.filter(({ what }) => what === 'cardholder');
    expect(written?.map(({ words }) => words)).toEqual(['I was at home.', Words]);
  });
});
