import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test-support/app.ts';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenRunner } from '../../../test-support/due-work.ts';
import { givenClosureAsked, givenSchedule } from '../../../test-support/desk/ending-samples.ts';
import { givenAccount } from '../../../test-support/factories.ts';
import { holdCents } from '../../../test-support/ledger/ledger-money.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { forcedDebit } from '../debts/public.ts';
import { debtsJobs } from '../debts/due.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { endingJobs } from './due.ts';

type Payer = Awaited<ReturnType<Awaited<ReturnType<typeof givenBank>>['givenPayer']>>;

const ledger = openLedger();

let bank: Awaited<ReturnType<typeof givenBank>>;
let test: TestApp;
beforeAll(async () => {
  bank = await givenBank();
  test = bank.test;
});
beforeEach(() => bank.newDay());
afterAll(() => bank.close());

/** Whether a request needs a second approval, or the reason of its refusal. */
async function ask(name: string, input: Readonly<Record<string, string | boolean>>) {
  const { body } = await give(test, await givenStaff(test.ctx, bank.tenantId), name, { input, reason: 'called us' });
  return { isAsked: body.request !== undefined, error: body.error, field: body.field };
}

async function run(name: string, input: Readonly<Record<string, string | boolean>> = {}) {
  const asked = await give(test, await givenStaff(test.ctx, bank.tenantId), name, { input, reason: 'called us' });
  const { request } = asked.body;
  if (request === undefined) return asked.body;
  const other = await givenStaff(test.ctx, bank.tenantId);
  return (await give(test, other, 'approve', { input: { request: request.id } })).body;
}

/** Closed by the desk, whatever its state. */
async function close({ card: { account } }: Payer): Promise<void> {
  const { tenantId } = bank;
  await test.ctx.database.transact(tenantId, async (tx) => {
    const at = test.ctx.clocks.business.now();
    const closed = await ledger.closeAccount(tx, { tenantId, account: account.ledgerAccountId, at });
    if (!closed.ok) throw new Error(closed.refusal);
    await tx.run('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
  });
}

/** A payment in dollars that is returned after its account was closed. */
async function givenFormer(dollars: number): Promise<Payer> {
  const payer = await bank.givenPayer(BigInt(dollars * 100));
  await bank.pay(payer, { Amount: dollars, DestinationAccountNumber: '900000003' });
  await close(payer);
  bank.hour(18);
  await bank.make();
  await bank.exchange();
  return payer;
}

async function owe({ card }: Payer, amount: bigint): Promise<void> {
  const debit = { memberAccountId: card.account.id, amount, cause: 'cardTopUp', reference: 'CH-1' } as const;
  const from = { tenantId: bank.tenantId, kind: forcedDebit, key: `owed:${card.id}`, actor: 'gateway' };
  expect((await test.ctx.payments.submit({ ...from, input: debit })).ok).toBe(true);
}

/** A direct debit under a cancelled agreement. */
async function givenDebit({ card: { account } }: Payer, state: string): Promise<void> {
  await test.ctx.asOwner(
    `WITH agreed AS (
       INSERT INTO auto_topup (public_id, tenant_id, member_account_id, web_account_id, agreement_version, accepted_at,
                               account_name, bsb, account_number, trigger_amount, amount, maximum, state, ended_by,
                               code_hash, code_until, deposit_by, deposit_transfer_id)
       VALUES (gen_random_uuid(), $1, $2, 1, '1', now(), 'Amelia', '000101', '44172208', 100, 200, 500, 'Cancelled',
               'person', $4, '2026-12-20', '2026-11-25', 1) RETURNING id)
     INSERT INTO direct_debit (tenant_id, auto_topup_id, member_account_id, name, bsb, account_number, amount, state, fired_at)
     SELECT $1, id, $2, 'Amelia', '000101', '44172208', 200, $3, now() FROM agreed`,
    [bank.tenantId, account.id, state, Buffer.alloc(32)],
  );
}

const TO_BANK = { bsb: '000-101', to: '61200447', name: 'Amelia Chen' };
const numberOf = ({ card }: Payer) => card.account.accountNumber;

async function programme(kind: string): Promise<number> {
  const [row] = await test.ctx.asOwner<{ balance: string }>(
    'SELECT balance FROM ledger_account WHERE tenant_id = $1 AND kind = $2',
    [bank.tenantId, kind],
  );
  return Number(row?.balance ?? 0);
}

async function listed(payer: Payer) {
  const { rows } = await run('former-holders');
  return rows?.find(({ account }) => account === numberOf(payer));
}

async function noticesOf({ holder }: Payer): Promise<string[]> {
  const runner = givenRunner(test.ctx, [...debtsJobs, ...endingJobs]);
  await runner.runDue();
  await runner.stop();
  const rows = await test.ctx.asOwner<{ template: string }>(
    'SELECT DISTINCT template FROM outbox_message WHERE holder_id = $1 ORDER BY template',
    [holder.id],
  );
  return rows.map(({ template }) => template);
}

describe('money returned to a closed account', () => {
  it('is listed by person and paid to a bank account by two people, once', async () => {
    const payer = await givenFormer(25);
    expect(await listed(payer)).toMatchObject({
      person: `holder:${payer.holder.id}`,
      owedToThem: '25.00',
      owedByThem: '0.00',
    });
    expect(await run('pay-former-holder', { account: numberOf(payer), ...TO_BANK })).toMatchObject({
      rows: [{ amount: '25.00', settled: '0.00' }],
    });
    expect([await programme('formerHolders'), await listed(payer)]).toEqual([0, undefined]);
    const sql = `SELECT bsb, account_number, name, amount::int, state FROM payment_out
                  WHERE member_account_id = $1 AND state = 'Made'`;
    expect(await test.ctx.asOwner(sql, [payer.card.account.id])).toEqual([
      { bsb: '000101', account_number: '61200447', name: 'Amelia Chen', amount: 2500, state: 'Made' },
    ]);
    expect((await run('pay-former-holder', { account: numberOf(payer), ...TO_BANK })).error).toBe('nothing_to_do');
  });

  it('is refused for an unknown branch before the approval', async () => {
    const payer = await givenFormer(12);
    const asked = { account: numberOf(payer), ...TO_BANK };
    const noBranch = { isAsked: false, error: 'required_field', field: 'bsb' };
    expect(await ask('pay-former-holder', { ...asked, bsb: '999-999' })).toEqual(noBranch);
    expect(await run('pay-former-holder', asked)).toMatchObject({ rows: [{ amount: '12.00' }] });
  });

  it('is owed again when the bank returns the payout', async () => {
    const payer = await givenFormer(31);
    await run('pay-former-holder', { account: numberOf(payer), ...TO_BANK, to: '900000003' });
    expect(await listed(payer)).toBeUndefined();
    bank.newDay();
    bank.hour(18);
    await bank.make();
    await bank.exchange();
    expect(await listed(payer)).toMatchObject({ owedToThem: '31.00' });
    await run('pay-former-holder', { account: numberOf(payer), ...TO_BANK });
    expect(await programme('formerHolders')).toBe(0);
  });

  it('can go to another account of the same holder and to no other', async () => {
    const payer = await givenFormer(40);
    const own = await givenAccount(test.ctx, { brand: payer.card.brand, holder: payer.holder });
    const other = await bank.givenPayer(0n);
    const to = (toAccount: string) => run('pay-former-holder', { account: numberOf(payer), toAccount });
    expect(await to(numberOf(other))).toMatchObject({ error: 'not_found', field: 'toAccount' });
    expect(await to(numberOf(payer))).toMatchObject({ error: 'not_found', field: 'toAccount' });
    expect(await to(own.accountNumber)).toMatchObject({ rows: [{ amount: '40.00' }] });
    expect([await balanceOf(test.ctx, own), await programme('formerHolders')]).toEqual([40_00n, 0]);
  });

  it('first pays the debt of the account, and nothing is paid out when the debt is as large', async () => {
    const payer = await givenFormer(50);
    await owe(payer, 20_00n);
    expect(await listed(payer)).toMatchObject({ owedToThem: '50.00', owedByThem: '20.00' });
    expect(await run('pay-former-holder', { account: numberOf(payer), ...TO_BANK })).toMatchObject({
      rows: [{ amount: '30.00', settled: '20.00' }],
    });
    expect([await programme('formerHolders'), await programme('formerHolderDebts')]).toEqual([0, 0]);
    bank.newDay();
    const poor = await givenFormer(20);
    await owe(poor, 20_00n);
    expect((await run('pay-former-holder', { account: numberOf(poor), ...TO_BANK })).error).toBe('debts_open');
    const losses = await programme('losses');
    expect(await run('write-off-debt', { account: numberOf(poor) })).toMatchObject({ rows: [{ amount: '20.00' }] });
    expect((await programme('losses')) - losses).toBe(-20_00);
    expect((await run('write-off-debt', { account: numberOf(poor) })).error).toBe('nothing_to_do');
    expect(await run('pay-former-holder', { account: numberOf(poor), ...TO_BANK })).toMatchObject({
      rows: [{ amount: '20.00', settled: '0.00' }],
    });
    expect([await programme('formerHolders'), await programme('formerHolderDebts')]).toEqual([0, 0]);
  });

  it('includes refunds by merchants', async () => {
    const payer = await bank.givenPayer(0n);
    await close(payer);
    const { cardNumber } = purchaseOf(payer.card);
    const message = { ...purchaseOf(payer.card), cardNumber, amount: 12_50 };
    expect(await sendNetwork(test, 'refunds', message)).toMatchObject({ answer: '00' });
    expect(await sendNetwork(test, 'refunds', message)).toMatchObject({ answer: '00' });
    expect(await listed(payer)).toMatchObject({ owedToThem: '12.50' });
    expect(await run('pay-former-holder', { account: numberOf(payer), ...TO_BANK })).toMatchObject({
      rows: [{ amount: '12.50' }],
    });
  });

  it('is notified to its holder when it arrives and when it is paid', async () => {
    const payer = await givenFormer(10);
    expect(await noticesOf(payer)).toContain('formerMoneyKept');
    await run('pay-former-holder', { account: numberOf(payer), ...TO_BANK });
    expect(await noticesOf(payer)).toContain('formerMoneyPaid');
  });
});

describe('an account with a closure request', () => {
  const closing = (payer: Payer, given: Readonly<Record<string, string | boolean>> = {}) =>
    run('close-and-pay', { account: numberOf(payer), ...TO_BANK, ...given });
  const waiting = async (payer: Payer) => {
    const { rows } = await run('closures');
    return rows?.find(({ account }) => account === numberOf(payer));
  };

  it('is listed with its open points, paid out and closed in one step, and its holder is notified', async () => {
    const payer = await bank.givenPayer(64_00n);
    const { account } = payer.card;
    expect((await closing(payer)).error).toBe('not_asked_for');
    await givenClosureAsked(test, account);
    const hold = await holdCents(test.ctx, account, 5_00n);
    expect(await waiting(payer)).toMatchObject({ balance: '64.00', held: '5.00', waitsFor: 'holds_open', next: '' });
    expect((await closing(payer)).error).toBe('holds_open');
    await hold.release();
    expect(await waiting(payer)).toMatchObject({ waitsFor: '', next: 'close-and-pay' });
    expect(await closing(payer)).toMatchObject({ rows: [{ amount: '64.00' }] });
    const sql = `SELECT a.is_closed, l.closed_at IS NOT NULL AS is_ended, l.balance::int, c.status, p.amount::int
      FROM member_account a JOIN ledger_account l ON l.id = a.ledger_account_id
      JOIN card c ON c.member_account_id = a.id JOIN payment_out p ON p.member_account_id = a.id WHERE a.id = $1`;
    expect(await test.ctx.asOwner(sql, [account.id])).toEqual([
      { is_closed: true, is_ended: true, balance: 0, status: 'Closed', amount: 64_00 },
    ]);
    expect(await waiting(payer)).toBeUndefined();
    expect(await noticesOf(payer)).toContain('accountClosed');
  });

  it('loses its scheduled payments when that is confirmed', async () => {
    const payer = await bank.givenPayer(7_00n);
    await givenClosureAsked(test, payer.card.account);
    await givenSchedule(test, payer.card.account, payer.holder);
    expect((await closing(payer)).error).toBe('schedules_open');
    expect(await closing(payer, { stopSchedules: true })).toMatchObject({ rows: [{ amount: '7.00' }] });
  });

  it('is unchanged when the payout fails', async () => {
    const payer = await bank.givenPayer(7_00n);
    await givenClosureAsked(test, payer.card.account);
    const asked = { account: numberOf(payer), ...TO_BANK, bsb: '999-999' };
    expect(await ask('close-and-pay', asked)).toEqual({ isAsked: false, error: 'required_field', field: 'bsb' });
    const sql =
      'SELECT a.is_closed, c.status FROM member_account a JOIN card c ON c.member_account_id = a.id WHERE a.id = $1';
    expect(await test.ctx.asOwner(sql, [payer.card.account.id])).toEqual([{ is_closed: false, status: 'Active' }]);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(7_00n);
  });

  it.each([
    ['Sent', 'payments_open'],
    ['Collected', 'payments_open'],
    ['Credited', undefined],
  ])('with a direct debit that is %s answers %s', async (state, error) => {
    const payer = await bank.givenPayer(0n);
    const { account } = payer.card;
    await givenClosureAsked(test, account);
    await givenDebit(payer, state);
    expect((await run('close-account', { account: account.accountNumber })).error).toBe(error);
  });
});

it('the ledger verifies after all of these payouts', async () => {
  expect(await brokenIn(test.ctx)).toEqual([]);
});
