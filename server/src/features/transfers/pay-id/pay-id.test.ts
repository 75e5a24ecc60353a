import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { dyingDatabase, givenRunner } from '../../../../test-support/due-work.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { payingByPayId, withoutWaits } from '../../../../test-support/pay-ids.ts';
import { outcomeOf, payeesOf } from '../../../../test-support/payees.ts';
import { runDue } from '../../../../test-support/schedules.ts';
import { getApi, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { callJobs } from '../../settlement/calls/pay-by-call.ts';
import { SETTLEMENT_INVARIANTS } from '../../settlement/settlement-invariants.store.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const bank = await givenBank({ payId: true, stepUpAmount: 500_00, scamHoldAmount: 300_00 });
const { test, tenantId } = bank;
withoutWaits(test);
const { find, bodyOf, post, prove, pay } = payingByPayId(test);
const runner = givenRunner(test.ctx, callJobs);
afterAll(async () => {
  await runner.stop();
  await bank.close();
});

type Payer = Awaited<ReturnType<typeof bank.givenPayer>>;
let payer: Payer;
beforeEach(async () => {
  await after(6 * SECOND);
  bank.newDay();
  // PayIDs that change do so a day after they are first asked for.
  await rm(path.join(test.ctx.config.dataFolder, 'sandbox-payids'), { recursive: true, force: true });
  payer = await bank.givenPayer();
  await test.ctx.asOwner("UPDATE web_account SET created_at = '2026-01-01' WHERE id = $1", [payer.webAccount.id]);
});

const receiptOf = async (...given: Parameters<typeof pay>) =>
  (await pay(...given)).json<{ ReceiptNumber: string }>().ReceiptNumber;

/** Business time passes; sessions stay. */
const later = (ms: number) => test.ctx.setBusinessTime(test.ctx.clocks.business.now() + ms);

async function after(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= MINUTE) {
    test.ctx.advance(Math.min(left, MINUTE));
    await runner.runDue();
  }
}

async function moneyOf(of: Payer) {
  const [paid] = await test.ctx.asOwner<{ state: string; reason: string | null }>(
    'SELECT state, reason FROM payment_out WHERE member_account_id = $1 ORDER BY transfer_id DESC LIMIT 1',
    [of.card.account.id],
  );
  const [instant] = await test.ctx.asOwner<{ cents: number }>(
    "SELECT balance::int AS cents FROM ledger_account WHERE tenant_id = $1 AND kind = 'instant'",
    [tenantId],
  );
  return [paid?.state, paid?.reason, Number(await balanceOf(test.ctx, of.card.account)), instant?.cents ?? 0];
}

describe('a payment to a PayID', () => {
  it('asks for a proof that names the look-up, is called for, and settles', async () => {
    const found = await find(payer, 'paid@instant.example');
    const body = bodyOf(payer, found);
    expect(outcomeOf(await post(payer, body))).toEqual(['428', undefined]);
    await prove(payer, bodyOf(payer, await find(payer, 'paid@instant.example')));
    expect(outcomeOf(await post(payer, body))).toEqual(['428', undefined]);
    await prove(payer, body);
    const paid = await post(payer, body);
    expect(outcomeOf(paid)).toBe('ok');
    expect(await moneyOf(payer)).toEqual(['Made', null, 8_990_00, 10_00]);
    await runner.runDue();
    await after(5 * SECOND);
    expect(await moneyOf(payer)).toEqual(['Settled', null, 8_990_00, 0]);
    const { ReceiptNumber } = paid.json<{ ReceiptNumber: string }>();
    expect(await bank.course(payer, ReceiptNumber)).toMatchObject({ Method: 'payId', Rail: 'call', State: 'Settled' });
  });

  it.each([
    ['91000001', 'Returned', 'noAccount'],
    ['91000005', 'Returned', 'accountType'],
    ['91000011', 'Returned', 'bankAway'],
  ])('to %s never goes by file: its money is back', async (account, state, reason) => {
    await receiptOf(payer, `${account}@instant.example`);
    await runner.runDue();
    await after(31 * MINUTE);
    expect(await moneyOf(payer)).toEqual([state, reason, 9_000_00, 0]);
  });

  it('is shown to staff by the ends of its PayID, and without the name behind it', async () => {
    const receipt = await receiptOf(payer, 'paid@instant.example');
    const staff = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
    const { rows } = (await give(test, staff, 'payments', { input: { receipt } })).body;
    expect(rows).toEqual([expect.objectContaining({ by: 'payId', to: 'p•••@instant.example', number: '', bank: '' })]);
    const way = (await give(test, staff, 'payment', { input: { receipt } })).body.rows ?? [];
    expect(way[0]?.['words']).toBe('payId to p•••@instant.example');
    expect(JSON.stringify([rows, way])).not.toContain('Jordan');
  });

  it('needs a look-up of the payer, of this PayID, half an hour old at most', async () => {
    const OLD = ['20343', 'PayId'];
    const found = await find(payer, 'paid@instant.example');
    const other = await bank.givenPayer();
    expect(outcomeOf(await post(other, bodyOf(other, found)))).toEqual(OLD);
    expect(outcomeOf(await post(payer, { ...bodyOf(payer, found), PayId: '0400 000 112' }))).toEqual(OLD);
    const missed = await find(payer, 'nobody@instant.example');
    expect(outcomeOf(await post(payer, bodyOf(payer, missed)))).toEqual(OLD);
    const body = bodyOf(payer, found);
    later(30 * MINUTE);
    expect(outcomeOf(await post(payer, body))).toEqual(['428', undefined]);
    later(1);
    expect(outcomeOf(await post(payer, body))).toEqual(OLD);
  });

  it('is known by the account that was paid by its number before', async () => {
    const posted = () => find(payer, 'paid@instant.example').then((found) => post(payer, bodyOf(payer, found)));
    expect(outcomeOf(await posted())).toEqual(['428', undefined]);
    await test.ctx.asOwner(
      `INSERT INTO paid_destination (tenant_id, paid_at, cents, owner, destination, is_held)
       VALUES ($1, $2, 100, $3, 'external:000111:44172208', false)`,
      [tenantId, new Date(test.ctx.clocks.business.now()), `web:${payer.webAccount.id}`],
    );
    expect(outcomeOf(await posted())).toBe('ok');
  });

  it('above 300.00 to a new one is held for a day, and looked up again when it goes', async () => {
    const held = await pay(payer, 'paid@instant.example', { Amount: 350 });
    expect(held.json()).toMatchObject({ HeldUntil: expect.any(String) as string });
    test.ctx.advance(DAY + MINUTE);
    await runDue(test.ctx, tenantId);
    await runner.runDue();
    await after(5 * SECOND);
    expect(await moneyOf(payer)).toEqual(['Settled', null, 8_650_00, 0]);
  });

  it.each(['moved@instant.example', 'renamed@instant.example'])(
    'that was held does not go to %s, which has changed since: its money is back',
    async (payId) => {
      await pay(payer, payId, { Amount: 350 });
      test.ctx.advance(DAY + MINUTE);
      await runDue(test.ctx, tenantId);
      await runner.runDue();
      expect(await moneyOf(payer)).toEqual(['Returned', 'payIdMoved', 9_000_00, 0]);
    },
  );

  it('that is scheduled is paid on its day', async () => {
    const found = await find(payer, '0400 000 112');
    const first = Temporal.PlainDate.from(bank.today()).add({ days: 1 }).toString();
    const body = bodyOf(payer, found, { PaymentFrequency: 21, FutureDate: first });
    await prove(payer, body);
    expect(outcomeOf(await post(payer, body))).toBe('ok');
    const listed = await getApi(
      test,
      `schedulePayments?accountNumber=${payer.card.account.accountNumber}`,
      payer.headers,
    );
    expect(listed.json()).toMatchObject({
      transferPayments: [{ transferType: 4, accountName: 'Sam Okafor', accountNumber: '+61-400000112', bsb: null }],
    });
    test.ctx.setBusinessTime(`${first}T02:00:00Z`);
    await runDue(test.ctx, tenantId);
    await runner.runDue();
    await after(5 * SECOND);
    expect(await moneyOf(payer)).toEqual(['Settled', null, 8_990_00, 0]);
  });

  it('that is scheduled does not go to a PayID that has moved, and is not debited after that', async () => {
    const found = await find(payer, 'moved@instant.example');
    const StartDate = Temporal.PlainDate.from(bank.today()).add({ days: 2 });
    const body = bodyOf(payer, found, { PaymentFrequency: 1, StartDate: StartDate.toString(), NoOfPayments: 3 });
    await prove(payer, body);
    expect(outcomeOf(await post(payer, body))).toBe('ok');
    const runOn = async (days: number) => {
      test.ctx.setBusinessTime(`${StartDate.add({ days }).toString()}T02:00:00Z`);
      await runDue(test.ctx, tenantId);
      await runner.runDue();
    };
    await runOn(0);
    expect(await moneyOf(payer)).toEqual(['Returned', 'payIdMoved', 9_000_00, 0]);
    await runOn(7);
    const runs = await test.ctx.asOwner<{ state: string; error: string | null }>(
      `SELECT r.state, r.error FROM schedule_run r JOIN schedule s ON s.tenant_id = r.tenant_id AND s.id = r.schedule_id
        WHERE s.member_account_id = $1 ORDER BY r.planned_day`,
      [payer.card.account.id],
    );
    expect(runs).toEqual([
      { state: 'Paid', error: null },
      { state: 'Failed', error: 'pay_id_moved' },
    ]);
  });

  it('counts towards the monthly cap of other expenses', async () => {
    const { id } = await bank.givenOtherProduct({ payId: true, otherExpensesCap: 15_00 });
    await test.ctx.asOwner('UPDATE card SET product_id = $1 WHERE id = $2', [id, payer.card.id]);
    expect(outcomeOf(await pay(payer, 'paid@instant.example'))).toBe('ok');
    expect(outcomeOf(await pay(payer, 'paid@instant.example'))).toEqual(['20246', 'Amount']);
  });

  it('is refused by the account behind it, once a payment to that was reported', async () => {
    const receiptNumber = await receiptOf(payer, 'paid@instant.example');
    const { accountNumber } = payer.card.account;
    const reported = await postApi(test, 'transfer/reportScam', payer.headers, { accountNumber, receiptNumber });
    expect(reported.statusCode).toBe(200);
    expect(outcomeOf(await pay(payer, 'paid@instant.example'))).toEqual(['20340', 'PayId']);
    const rows = await test.ctx.asOwner<{ destination: string }>(
      'SELECT destination FROM blocked_payee WHERE holder_id = $1 ORDER BY destination',
      [payer.holder.id],
    );
    expect(rows.map(({ destination }) => destination.split(':')[0])).toEqual(['external', 'payId']);
    const listed = await getApi(test, 'transfer/blockedPayees', payer.headers);
    expect(listed.json<{ Payees: object[] }>().Payees).toHaveLength(1);
  });
});

describe('a saved payee', () => {
  it('is kept by its PayID, and says that it has moved', async () => {
    const body = bodyOf(payer, await find(payer, 'moved@instant.example'), { IsNewPayee: true });
    await prove(payer, body);
    expect(outcomeOf(await post(payer, body))).toBe('ok');
    const [saved] = await payeesOf(test, payer.headers, 4);
    expect(saved).toMatchObject({ DestinationAccountNumber: 'moved@instant.example', LastPaidAmount: 10 });
    expect((await find(payer, 'moved@instant.example')).Found).toMatchObject({ Name: 'Mia Wong', Moved: null });
    later(DAY);
    const moved = await find(payer, 'moved@instant.example');
    expect(moved.Found).toMatchObject({
      Name: 'M Trading',
      Bank: 'Testbank Second',
      IsNew: false,
      Moved: { Name: 'Mia Wong', PaidAt: expect.any(String) as string },
    });
    // It is new again.
    expect(outcomeOf(await post(payer, bodyOf(payer, moved)))).toEqual(['428', undefined]);
  });

  it('has another name, and is new again', async () => {
    await receiptOf(payer, 'renamed@instant.example');
    const same = await find(payer, 'renamed@instant.example');
    expect(outcomeOf(await post(payer, bodyOf(payer, same)))).toBe('ok');
    later(DAY);
    const renamed = await find(payer, 'renamed@instant.example');
    expect(renamed.Found).toMatchObject({ Name: 'P N Imports', Moved: { Name: 'Priya Nair' } });
    expect(outcomeOf(await post(payer, bodyOf(payer, renamed)))).toEqual(['428', undefined]);
  });
});

describe('a PayID of the programme', () => {
  it('is paid within it, and tells no account number', async () => {
    await test.ctx.asOwner('UPDATE product SET settings = settings || \'{"bsb": "000-001"}\' WHERE tenant_id = $1', [
      tenantId,
    ]);
    const payee = await bank.givenPayer(0n);
    await test.ctx.asOwner("UPDATE member_account SET account_number = '200100025' WHERE id = $1", [
      payee.card.account.id,
    ]);
    const paid = await pay(payer, 'self@instant.example');
    expect(outcomeOf(paid)).toBe('ok');
    expect([
      Number(await balanceOf(test.ctx, payer.card.account)),
      Number(await balanceOf(test.ctx, payee.card.account)),
    ]).toEqual([8_990_00, 10_00]);
    const { ReceiptNumber: receiptNumber } = paid.json<{ ReceiptNumber: string }>();
    const { accountNumber } = payer.card.account;
    const course = await postApi(test, 'transfer/getPaymentCourse', payer.headers, { accountNumber, receiptNumber });
    expect(course.body).not.toContain('200100025');
    expect(course.json()).toMatchObject({
      Course: null,
      Again: { Method: 'payId', AccountNumber: 'self@instant.example' },
    });
    await test.ctx.asOwner("UPDATE member_account SET account_number = '299999999' WHERE id = $1", [
      payee.card.account.id,
    ]);
  });
});

it('is paid once or comes back once, wherever a server dies', { timeout: 300_000 }, async () => {
  const ends = new Set<string>();
  for (const payId of ['paid@instant.example', '91000010@instant.example', '91000011@instant.example']) {
    let isUntouched = false;
    for (let diesAt = 1; !isUntouched; diesAt += 1) {
      payer = await bank.givenPayer(100_00n);
      await receiptOf(payer, payId);
      let died = false;
      const database = dyingDatabase(test.ctx.database, diesAt, () => {
        died = true;
      });
      const dying = givenRunner({ ...test.ctx, database }, callJobs);
      await dying.runDue();
      await dying.stop();
      isUntouched = !died;
      await after(33 * MINUTE);
      const [state, reason, balance, instant] = await moneyOf(payer);
      ends.add(`${payId} ${state}`);
      expect([payId, diesAt, state, reason, balance, instant]).toEqual([
        payId,
        diesAt,
        ...(state === 'Settled' ? ['Settled', null, 90_00, 0] : ['Returned', 'bankAway', 100_00, 0]),
      ]);
    }
  }
  expect([...ends].toSorted()).toEqual([
    '91000010@instant.example Returned',
    '91000010@instant.example Settled',
    '91000011@instant.example Returned',
    'paid@instant.example Returned',
    'paid@instant.example Settled',
  ]);
});

it('agrees with the account of calls, as verify has it', async () => {
  for (const { name, broken } of SETTLEMENT_INVARIANTS)
    expect([name, await test.ctx.asOwner(broken)]).toEqual([name, []]);
});
