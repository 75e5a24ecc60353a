import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { dyingDatabase, givenRunner } from '../../../../test-support/due-work.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { renewReach } from '../../transfers/reach/renew-reach.due.ts';
import { SETTLEMENT_INVARIANTS } from '../settlement-invariants.store.ts';
import { callJobs } from './pay-by-call.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const bank = await givenBank();
const { test, tenantId } = bank;
const runner = givenRunner(test.ctx, callJobs);
afterAll(async () => {
  await runner.stop();
  await bank.close();
});
/** Cents in files that earlier tests have left. */
let inFiles = 0;
beforeEach(async () => {
  await runner.runDue();
  inFiles = await cents('directEntry');
});

type Payer = Awaited<ReturnType<typeof bank.givenPayer>>;
const lookUp = (payer: Payer, BsbNumber: string) =>
  postApi(test, 'transfer/getBsbDetails', payer.headers, { BsbNumber });

/** A payer who has looked up the BSB, as the form does. */
async function givenPayer(bsb = '000111', balance = 9_000_00n): Promise<Payer> {
  bank.newDay();
  const payer = await bank.givenPayer(balance);
  await lookUp(payer, bsb);
  return payer;
}
const payTo = (payer: Payer, account: string, bsb = '000111') =>
  bank.pay(payer, { DestinationAccountBsb: bsb, DestinationAccountNumber: account });

/** Time passes and due work runs, in steps no longer than a minute. */
async function after(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= MINUTE) {
    test.ctx.advance(Math.min(left, MINUTE));
    await runner.runDue();
  }
}

async function cents(kind: string): Promise<number> {
  const rows = await test.ctx.asOwner<{ cents: number }>(
    'SELECT balance::int AS cents FROM ledger_account WHERE tenant_id = $1 AND kind = $2',
    [tenantId, kind],
  );
  return rows[0]?.cents ?? 0;
}
/** A payment of 10.00: its state and reason, the payer's cents, and those on their way by a call and in files. */
async function moneyOf(payer: Payer, receipt: string) {
  const [paid] = await test.ctx.asOwner<{ state: string; reason: string | null }>(
    `SELECT p.state, p.reason FROM payment_out p JOIN transfer t ON t.id = p.transfer_id
       JOIN transaction_detail d ON d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
      WHERE p.member_account_id = $1 AND d.reference = $2`,
    [payer.card.account.id, receipt],
  );
  const balance = Number(await balanceOf(test.ctx, payer.card.account));
  return [paid?.state, paid?.reason, balance, await cents('instant'), (await cents('directEntry')) - inFiles];
}
const told = async (payer: Payer) =>
  (
    await test.ctx.asOwner<{ template: string }>('SELECT DISTINCT template FROM outbox_message WHERE holder_id = $1', [
      payer.holder.id,
    ])
  ).map(({ template }) => template);

describe('a transfer to a bank that is reached at any hour', () => {
  it('is on its way when it is made, and paid seconds later, in no file', async () => {
    const payer = await givenPayer();
    const receipt = await payTo(payer, '44172208');
    expect(await moneyOf(payer, receipt)).toEqual(['Made', null, 8_990_00, 10_00, 0]);
    await runner.runDue();
    expect(await moneyOf(payer, receipt)).toEqual(['Sent', null, 8_990_00, 10_00, 0]);
    await after(5 * SECOND);
    expect(await moneyOf(payer, receipt)).toEqual(['Settled', null, 8_990_00, 0, 0]);
    expect(await bank.course(payer, receipt)).toMatchObject({
      Rail: 'call',
      IsUnsure: false,
      SwitchedAt: null,
      NetworkId: expect.stringMatching(/^TBIX\d{8}[A-Za-z0-9]+$/) as string,
    });
    bank.hour(19);
    await bank.make();
    await bank.exchange();
    expect(await bank.outFiles('.aba')).toEqual([]);
  });

  it.each([
    ['91000001', 'noAccount'],
    ['91000002', 'closed'],
    ['91000003', 'blocked'],
    ['91000004', 'died'],
    ['91000006', 'legal'],
    ['91000007', 'fraud'],
    ['91000008', 'noReason'],
    ['91000009', 'ours'],
  ])('to %s is not paid, and the money is back: %s', async (account, reason) => {
    const payer = await givenPayer();
    const receipt = await payTo(payer, account);
    await runner.runDue();
    await after(5 * SECOND);
    expect(await moneyOf(payer, receipt)).toEqual(['Returned', reason, 9_000_00, 0, 0]);
    expect(await told(payer)).toContain('paymentReturned');
  });

  it.each([
    ['the account is not reached', '000111', '91000005', 5 * SECOND],
    ['the bank is away', '000113', '44172208', 2 * MINUTE],
  ])('goes by file where %s, with its receipt, and its payer hears of it', async (_, bsb, account, ms) => {
    const payer = await givenPayer(bsb);
    const receipt = await payTo(payer, account, bsb);
    await runner.runDue();
    await after(ms);
    expect(await moneyOf(payer, receipt)).toEqual(['Made', null, 8_990_00, 0, 10_00]);
    expect(await bank.course(payer, receipt)).toMatchObject({
      Rail: 'file',
      ValueDate: bank.today(),
      SwitchedAt: expect.any(String) as string,
      NetworkId: null,
    });
    expect(await told(payer)).toContain('paymentSlower');
    bank.hour(19);
    await bank.make();
    await bank.exchange();
    expect(await bank.outFiles('.aba')).toHaveLength(1);
    await bank.exchange();
    expect(await moneyOf(payer, receipt)).toEqual(['Settled', null, 8_990_00, 0, 0 - inFiles]);
  });

  it('that goes by file may be stopped until the bank has the file', async () => {
    const payer = await givenPayer();
    const receipt = await payTo(payer, '91000005');
    await runner.runDue();
    await after(5 * SECOND);
    const { accountNumber } = payer.card.account;
    await postApi(test, 'transfer/reportMistakenPayment', payer.headers, { accountNumber, receiptNumber: receipt });
    expect(await moneyOf(payer, receipt)).toEqual(['Returned', 'stopped', 9_000_00, 0, 0]);
  });

  it('is unsure where the answer is lost, until it is asked about, and is not sent again', async () => {
    const payer = await givenPayer();
    const receipt = await payTo(payer, '91000010');
    await runner.runDue();
    expect(await moneyOf(payer, receipt)).toEqual(['Made', null, 8_990_00, 10_00, 0]);
    await after(5 * SECOND);
    expect(await moneyOf(payer, receipt)).toEqual(['Settled', null, 8_990_00, 0, 0]);
  });

  it('goes by file where the call was lost and the bank has never got it', async () => {
    const payer = await givenPayer();
    const receipt = await payTo(payer, '91000011');
    await runner.runDue();
    await after(29 * MINUTE);
    expect(await moneyOf(payer, receipt)).toEqual(['Made', null, 8_990_00, 10_00, 0]);
    await after(MINUTE);
    expect(await moneyOf(payer, receipt)).toEqual(['Made', null, 8_990_00, 0, 10_00]);
  });

  it.each([
    ['91000012', ['Settled', null, 8_990_00, 0, 0]],
    ['91000013', ['Made', null, 8_990_00, 0, 10_00]],
  ])('to %s is with the bank for 10 minutes', async (account, end) => {
    const payer = await givenPayer();
    const receipt = await payTo(payer, account);
    await runner.runDue();
    await after(9 * MINUTE);
    expect(await moneyOf(payer, receipt)).toEqual(['Sent', null, 8_990_00, 10_00, 0]);
    await after(22 * MINUTE);
    expect(await moneyOf(payer, receipt)).toEqual(end);
  });

  it('is paid on a Sunday too, and counts on that day', async () => {
    const payer = await givenPayer();
    test.ctx.setBusinessTime('2027-02-07T12:30:00Z');
    const receipt = await payTo(payer, '44172208');
    await runner.runDue();
    await after(5 * SECOND);
    expect(await bank.course(payer, receipt)).toMatchObject({
      State: 'Settled',
      ValueDate: '2027-02-07',
      ArrivalDate: '2027-02-07',
    });
  });
});

describe('a transfer goes by file', () => {
  const railOf = async (payer: Payer, receipt: string) =>
    (await bank.course(payer, receipt)) as unknown as { readonly Rail: string };

  it.each([
    ['to a bank that takes files alone', '000101', '44172208'],
    ['to a bank that the network does not reach', '000112', '44172208'],
    ['to an account with letters', '000111', 'AB1234567'],
  ])('%s', async (_, bsb, account) => {
    const payer = await givenPayer(bsb);
    expect(await railOf(payer, await payTo(payer, account, bsb))).toMatchObject({ Rail: 'file' });
  });

  it('by a product that does not have it otherwise', async () => {
    bank.newDay();
    const slow = await givenBank({ instantTransfers: false });
    try {
      const payer = await slow.givenPayer();
      await postApi(slow.test, 'transfer/getBsbDetails', payer.headers, { BsbNumber: '000111' });
      const receipt = await slow.pay(payer, { DestinationAccountBsb: '000111' });
      expect(await slow.course(payer, receipt)).toMatchObject({ Rail: 'file' });
    } finally {
      await slow.close();
    }
  });

  it('to a BSB that the bank was not asked about, and straight away once it was', async () => {
    await test.ctx.asOwner('DELETE FROM bsb_reach');
    bank.newDay();
    const payer = await bank.givenPayer();
    expect(await railOf(payer, await payTo(payer, '44172208'))).toMatchObject({ Rail: 'file' });
    if (!('outside' in renewReach)) throw new Error('it asks the bank');
    const given = { tenantId, plannedAt: 0, atOnce: 20, signal: new AbortController().signal };
    const settle = await renewReach.outside(test.ctx, given);
    await test.ctx.database.transact(tenantId, settle);
    expect(await railOf(payer, await payTo(payer, '44172208'))).toMatchObject({ Rail: 'call' });
    test.ctx.advance(24 * 60 * MINUTE + 1);
    const later = await bank.givenPayer();
    expect(await railOf(later, await payTo(later, '44172208'))).toMatchObject({ Rail: 'file' });
  });
});

describe('before it is confirmed', () => {
  const asked = async (payer: Payer, given: object) => {
    const { accountNumber: MemberNumber } = payer.card.account;
    const body = { Method: 'external', MemberNumber, PaymentFrequency: 20, ...given };
    return (await postApi(test, 'transfer/getPaymentDates', payer.headers, body)).json<object>();
  };

  it('the payer sees how it goes, and when it arrives if that fails', async () => {
    const payer = await givenPayer();
    test.ctx.setBusinessTime('2026-11-27T08:00:00Z');
    const to = { DestinationBSB: '000111', DestinationAccountNumber: '44172208' };
    // Friday evening: after the cut-off of files, which count on Monday and arrive on Tuesday.
    expect(await asked(payer, to)).toMatchObject({
      IsStraightAway: true,
      Rail: 'call',
      OtherwiseArrives: '2026-12-01',
      Payments: [{ PaymentDate: '2026-11-27', ArrivalDate: '2026-11-27' }],
    });
    expect(await asked(payer, { ...to, DestinationBSB: '000101' })).toMatchObject({
      IsStraightAway: false,
      Rail: 'file',
      OtherwiseArrives: null,
      Payments: [{ ArrivalDate: '2026-12-01' }],
    });
    expect(await asked(payer, { ...to, MemberNumber: '399999999' })).toMatchObject({
      error: ['10000'],
      field: 'MemberNumber',
    });
  });
});

it('is paid once, goes by file once, or comes back once, wherever a server dies', { timeout: 300_000 }, async () => {
  const ends = new Map<string, Set<string>>();
  for (const account of ['44172208', '91000001', '91000005', '91000010', '91000011']) {
    let isUntouched = false;
    for (let diesAt = 1; !isUntouched; diesAt += 1) {
      const payer = await givenPayer('000111', 100_00n);
      const receipt = await payTo(payer, account);
      let died = false;
      const database = dyingDatabase(test.ctx.database, diesAt, () => {
        died = true;
      });
      const dying = givenRunner({ ...test.ctx, database }, callJobs);
      await dying.runDue();
      await dying.stop();
      isUntouched = !died;
      // Its leases end, and the waits after failures.
      await after(33 * MINUTE);
      const [state, reason, balance, instant, files] = await moneyOf(payer, receipt);
      const end = `${state} ${reason}`;
      ends.set(account, (ends.get(account) ?? new Set()).add(end));
      const expected = { Settled: [90_00, 0, 0], Made: [90_00, 0, 10_00], Returned: [100_00, 0, 0] };
      expect([account, diesAt, end, [balance, instant, files]]).toEqual([
        account,
        diesAt,
        end,
        expected[state as keyof typeof expected],
      ]);
      inFiles = await cents('directEntry');
    }
  }
  expect(Object.fromEntries([...ends].map(([account, all]) => [account, [...all].toSorted()]))).toEqual({
    // Between the record of a call and the call it has died too: the bank has never got it.
    '44172208': ['Made null', 'Settled null'],
    '91000001': ['Made null', 'Returned noAccount'],
    '91000005': ['Made null'],
    '91000010': ['Made null', 'Settled null'],
    '91000011': ['Made null'],
  });
});

it('agrees with the account of calls, as verify has it', async () => {
  for (const { name, broken } of SETTLEMENT_INVARIANTS)
    expect([name, await test.ctx.asOwner(broken)]).toEqual([name, []]);
});
