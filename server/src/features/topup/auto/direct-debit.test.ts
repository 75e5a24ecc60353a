import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readAba } from '../../../../test-support/outside/aba.ts';
import {
  activate,
  AGREED,
  debitsOf,
  setUp,
  shown,
  stateOf,
  givenReturnLine,
} from '../../../../test-support/auto-topups.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { give } from '../../../../test-support/gift.ts';
import { holdCents } from '../../../../test-support/ledger/ledger-money.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { sweep } from '../../../../test-support/due-work.ts';
import { givenTransports } from '../../../../test-support/outside/transports.ts';
import { returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf, returnBody } from '../../../../test-support/transfers.ts';
import { testEveryCell } from '../../../../test-support/state-matrix.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { sendAlerts } from '../../alerts/send-alerts.due.ts';
import { deliverDue } from '../../messages/deliver-messages.due.ts';
import { forcedDebit } from '../../debts/public.ts';
import { chargeFee } from '../../fees/public.ts';
import { creditDebit } from './credit-debit.kind.ts';
import { debitReturn } from './debit-return.kind.ts';
import { DIRECT_DEBIT, DIRECT_DEBIT_STATES, type DirectDebitState } from './direct-debit.states.domain.ts';
import { runAutoTopups } from './run-auto-topups.due.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, exchange, make, newDay, hour, kept, leave, dd, outFiles, outFolder } = bank;
afterAll(() => bank.close());

type User = Awaited<ReturnType<typeof givenPayer>>;

const run = () => runAutoTopups(test.ctx, tenantId, { atOnce: 50 });
/** Someone whose automatic top-up is active: 200.00 when less than 100.00 is available. */
async function givenActive(balance: bigint, given: object = {}): Promise<User> {
  const user = await givenPayer(balance);
  const { AutoTopUpId: id } = await setUp(test, user, given);
  await activate(test, user, id);
  return user;
}
const spend = (user: User, amount: number) => sendNetwork(test, 'authorisations', purchaseOf(user.card, { amount }));
const debits = (user: User) => debitsOf(test.ctx, user.card.account);
const balance = (user: User) => balanceOf(test.ctx, user.card.account);
const state = (user: User) => stateOf(test.ctx, user.card.account);
const debt = async (user: User) =>
  (await postApi(test, 'card/details', user.headers, { Card: user.card.reference })).json<{
    Debt: { Amount: number; Cause: string } | null;
  }>().Debt;

/** Files of the day, made, sent and answered; then what falls due. */
async function evening(): Promise<void> {
  hour(18);
  await make();
  await exchange();
  await exchange();
  await run();
}
async function days(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) newDay();
  await exchange();
  await run();
}

describe('an automatic top-up whose account is already below its trigger', () => {
  it('fires when it is activated, once', async () => {
    const user = await givenActive(99_99n);
    expect(await debits(user)).toEqual(['Made']);
    await spend(user, 1_00);
    expect(await debits(user)).toEqual(['Made']);
  });

  it('fires when its trigger is raised above the balance, and not before', async () => {
    const user = await givenPayer(100_00n);
    const { AutoTopUpId } = await setUp(test, user);
    await activate(test, user, AutoTopUpId);
    expect(await debits(user)).toEqual([]);
    const change = (TriggerAmount: number) =>
      postApi(test, 'topup/update-auto-topup', user.headers, {
        MemberNumber: user.card.account.accountNumber,
        AutoTopUpId,
        ...AGREED,
        AccountNumber: '6120-0447',
        TriggerAmount,
      });
    expect((await change(50)).statusCode).toBe(200);
    expect(await debits(user)).toEqual([]);
    expect((await change(100.01)).statusCode).toBe(200);
    expect([await debits(user), await state(user)]).toEqual([['Made'], 'Active']);
  });
});

describe('an automatic top-up', () => {
  it('fires for a hold that leaves less than the trigger, and not for one that leaves exactly the trigger', async () => {
    const user = await givenActive(110_00n);
    await spend(user, 10_00);
    expect(await debits(user)).toEqual([]);
    await spend(user, 1);
    expect(await debits(user)).toEqual(['Made']);
  });

  it('fires for a fee and for a transfer', async () => {
    const [one, two] = [await givenActive(100_00n), await givenActive(100_00n)];
    const fee = { tenantId, actor: 'staff:3', key: 'firing', name: 'other', amount: 1n } as const;
    await chargeFee(test.ctx, { ...fee, accountNumber: one.card.account.accountNumber });
    await give(test.ctx, two.card.account, one.card.account, { cents: 1n });
    expect([await debits(one), await debits(two)]).toEqual([['Made'], ['Made']]);
  });

  it('does not fire while it is pending, nor for a holder who is restricted, has a debt or has no usable card', async () => {
    const pending = await givenPayer(100_00n);
    await setUp(test, pending);
    const restricted = await givenActive(100_00n);
    await test.ctx.asOwner('UPDATE holder SET is_kyc_restricted = true WHERE id = $1', [restricted.holder.id]);
    const blocked = await givenActive(100_00n);
    await test.ctx.asOwner("UPDATE card SET status = 'Lost' WHERE id = $1", [blocked.card.id]);
    const fee = { tenantId, actor: 'staff:3', name: 'other', amount: 1n } as const;
    for (const [index, { card }] of [pending, restricted, blocked].entries()) {
      await chargeFee(test.ctx, { ...fee, key: `none:${index}`, accountNumber: card.account.accountNumber });
    }
    expect([await debits(pending), await debits(restricted), await debits(blocked)]).toEqual([[], [], []]);
  });

  it('does not fire for a forced debit that leaves a debt, and collects a due debit only once the debt is paid', async () => {
    const [none, due] = [await givenActive(150_00n), await givenActive(110_00n)];
    await spend(due, 20_00);
    expect(await debits(due)).toEqual(['Made']);
    for (const { card } of [none, due]) {
      const input = {
        memberAccountId: card.account.id,
        amount: 200_00n,
        cause: 'cardTopUp' as const,
        reference: 'CH-1',
      };
      const key = `debt:${card.account.id}`;
      await test.ctx.payments.submit({ tenantId, kind: forcedDebit, actor: 'gateway', key, input });
    }
    expect([await debits(none), await debt(none)]).toMatchObject([[], { Amount: 50, Cause: 'cardTopUp' }]);
    await evening();
    expect([await debits(none), await debits(due)]).toEqual([[], ['Made']]);
    const giver = await givenPayer(500_00n);
    await give(test.ctx, giver.card.account, due.card.account, { cents: 200_00n });
    newDay();
    await evening();
    expect(await debits(due)).toEqual(['Collected']);
  });

  it('does not fire where its amount does not fit under the maximum', async () => {
    // The maximum is 5,000. Much is held, so less than the trigger is available although the balance is high.
    const user = await givenActive(4_900_00n);
    await spend(user, 99_00);
    const held = await holdCents(test.ctx, user.card.account, 4_711_00n);
    await spend(user, 1_00);
    expect(await debits(user)).toEqual([]);
    await held.release();
  });
});

describe('the money of an automatic top-up', () => {
  it('is collected by a file of debits and credited with alerts after three business days', async () => {
    newDay();
    const user = await givenActive(100_00n);
    await test.ctx.asOwner(
      `INSERT INTO alert_setting (tenant_id, web_account_id, member_account_id, auto_top_up) VALUES ($1, $2, $3, '{1}')`,
      [tenantId, user.webAccount.id, user.card.account.id],
    );
    await test.ctx.asOwner('UPDATE member_account SET has_alerts = true WHERE id = $1', [user.card.account.id]);
    await spend(user, 10_00);
    await evening();
    const name = (await outFiles('.aba')).find((each) => each.includes('-dd-')) ?? '';
    const { records, trailer } = readAba(await readFile(path.join(outFolder, name), 'latin1'));
    const mine = records.find(({ reference }) => reference.startsWith('AUTO TOP-UP'));
    expect(mine).toMatchObject({ bsb: '000-101', account: '61200447', code: '13', title: 'Amelia Chen' });
    expect(records.at(-1)).toMatchObject({ account: '700100200', code: '50', cents: trailer.debits });
    expect(trailer).toMatchObject({ net: 0n, credits: trailer.debits, count: records.length });
    expect([await debits(user), await balance(user)]).toEqual([['Collected'], 100_00n]);
    expect(await shown(test, user)).toMatchObject({ Past: [{ Amount: 200, State: 'onItsWay' }] });
    await days(2);
    expect(await balance(user)).toBe(100_00n);
    await days(1);
    expect([await debits(user), await balance(user), await state(user)]).toEqual([['Credited'], 300_00n, 'Active']);
    const [row] = await test.ctx.asOwner(
      'SELECT kind, description FROM transaction_detail WHERE ledger_account_id = $1 ORDER BY seq DESC LIMIT 1',
      [user.card.account.ledgerAccountId],
    );
    expect(row).toEqual({ kind: 'topUp', description: 'Automatic top-up' });
    await sweep(test.ctx, sendAlerts);
    const { transports, mails } = givenTransports();
    await deliverDue(test.ctx, transports);
    const { email } = user.card.account.holder;
    expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toContain(
      '$200.00 added to your account',
    );
  });

  it('blocks a return of funds, and is dropped with its agreement while it is in no file', async () => {
    newDay();
    const user = await givenActive(100_00n);
    await give(test.ctx, user.card.account, (await givenPayer()).card.account, { cents: 1n });
    const status = async () =>
      (await postApi(test, 'card/returnfundstatus', user.headers, returnBody(user.card))).json<object>();
    expect(await status()).toMatchObject({ CanRequestFund: false, HasPendingTransation: true });
    const { AutoTopup } = await shown(test, user);
    const body = { MemberNumber: user.card.account.accountNumber, AutoTopUpId: (AutoTopup as { id: string }).id };
    await postApi(test, 'topup/cancel-auto-topup', user.headers, body);
    expect([await debits(user), await status()]).toEqual([
      ['Dropped'],
      { CanRequestFund: true, Refusal: null, HasPendingTransation: false, HeldUntil: null },
    ]);
  });

  it('is in no file where it fired in the moment in which its agreement was cancelled', async () => {
    newDay();
    const user = await givenActive(100_00n);
    const { id } = (await shown(test, user)).AutoTopup as { id: string };
    const body = { MemberNumber: user.card.account.accountNumber, AutoTopUpId: id };
    await postApi(test, 'topup/cancel-auto-topup', user.headers, body);
    expect(await debits(user)).toEqual([]);
    // The cancellation could not see it: its transaction committed afterwards.
    await test.ctx.asOwner(
      `INSERT INTO direct_debit (tenant_id, auto_topup_id, member_account_id, bsb, account_number, name, amount, fired_at, state)
       SELECT tenant_id, id, member_account_id, bsb, account_number, account_name, amount, $2, 'Made' FROM auto_topup WHERE public_id = $1`,
      [id, new Date(test.ctx.clocks.business.now())],
    );
    await evening();
    expect(await debits(user)).toEqual(['Dropped']);
    expect(await balance(user)).toBe(100_00n);
  });

  it('is retried on the next two business days when it is referred, and then expires', async () => {
    newDay();
    const user = await givenActive(100_00n, { AccountNumber: '900000006' });
    await spend(user, 10_00);
    await evening();
    expect([await debits(user), await state(user)]).toEqual([['Returned'], 'Retry']);
    expect((await shown(test, user))['AutoTopup']).toMatchObject({ status: 2 });
    for (const [expected, count] of [
      ['Retry', 2],
      ['Expired', 3],
    ] as const) {
      newDay();
      await run();
      await evening();
      expect([(await debits(user)).length, await state(user)]).toEqual([count, expected]);
    }
    expect((await shown(test, user))['AutoTopup']).toMatchObject({ status: 3 });
    newDay();
    await run();
    await evening();
    expect((await debits(user)).length).toBe(3);
    const notices = await test.ctx.asOwner(
      "SELECT FROM outbox_message WHERE holder_id = $1 AND template = 'autoTopup' AND channel = 'email'",
      [user.holder.id],
    );
    expect(notices).toHaveLength(3);
    // An expired agreement can be replaced by a new one.
    expect(await setUp(test, user, { AccountNumber: '61200447' })).toMatchObject({
      AutoTopUpId: expect.any(String) as string,
    });
    expect(await state(user)).toBe('Pending');
  });

  it.each(['2', '8', '9'])('expires immediately when it is returned with code %s', async (code) => {
    newDay();
    const user = await givenActive(100_00n, { AccountNumber: `90000000${code}` });
    await spend(user, 10_00);
    await evening();
    expect([await debits(user), await state(user), await balance(user)]).toEqual([['Returned'], 'Expired', 100_00n]);
  });

  it('becomes a debt and ends the agreement when it is returned after it was spent', async () => {
    newDay();
    const user = await givenActive(100_00n, { AccountNumber: '900000000' });
    const friend = await givenPayer(0n);
    await give(test.ctx, user.card.account, friend.card.account, { cents: 20_00n });
    await evening();
    await days(3);
    expect(await balance(user)).toBe(280_00n);
    await give(test.ctx, user.card.account, friend.card.account, { cents: 250_00n });
    await days(2);
    // 30.00 was left, and 200.00 is reversed.
    expect([await balance(user), await debt(user)]).toEqual([
      -170_00n,
      expect.objectContaining({ Amount: 170, Cause: 'autoTopUp' }),
    ]);
    expect([(await debits(user))[0], await state(user)]).toEqual(['TakenBack', 'Cancelled']);
    await give(test.ctx, friend.card.account, user.card.account, { cents: 170_00n });
    expect(await debt(user)).toBeNull();
  });

  it('becomes a debt of the former holder when it is returned after the account was closed', async () => {
    newDay();
    const user = await givenActive(100_00n, { AccountNumber: '900000000' });
    const friend = await givenPayer(0n);
    await give(test.ctx, user.card.account, friend.card.account, { cents: 20_00n });
    await evening();
    await days(3);
    await give(test.ctx, user.card.account, friend.card.account, { cents: 280_00n });
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [user.card.account.id]);
    await days(2);
    expect(await balance(user)).toBe(0n);
    const rows = await test.ctx.asOwner<{ owed: number }>(
      'SELECT owed::int FROM debt WHERE member_account_id = $1 AND is_former_holder',
      [user.card.account.id],
    );
    expect(rows).toEqual([{ owed: 200_00 }]);
  });

  it('is posted to suspense when the bank returns an unknown debit', async () => {
    newDay();
    const before = (await kept())['suspense'] ?? 0;
    const line = { account: '61200447', cents: '777', code: '6', reference: 'AUTO TOP-UP 1', day: dd() };
    await leave('unknown.returns', returnsOf([{ ...line, isDebit: true }], { on: bank.today() }));
    await exchange();
    expect((await kept())['suspense']).toBe(before - 777);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});

describe('a debit', () => {
  let serial = 0;
  /** A debit in a state, and what a payment makes of it. */
  const drive =
    (pay: (debitId: bigint, actor: string) => Promise<{ ok: boolean; error?: string }>) =>
    async (before: DirectDebitState) => {
      newDay();
      const user = await givenActive(100_00n);
      await spend(user, 10_00);
      await evening();
      const [row] = await test.ctx.asOwner<{ id: string }>(
        `UPDATE direct_debit SET state = $2::text, reason = CASE WHEN $2 IN ('Returned', 'TakenBack') THEN '1' END
          WHERE member_account_id = $1 RETURNING id::text`,
        [user.card.account.id, before],
      );
      serial += 1;
      const actor = `driver:${serial}`;
      const answer = await pay(BigInt(row?.id ?? 0), actor);
      const lines = await test.ctx.asOwner('SELECT FROM audit_log WHERE actor = $1', [actor]);
      const [after = before] = (await debits(user)) as DirectDebitState[];
      return { answer: answer.ok ? 'ok' : (answer.error ?? ''), after, lines: lines.length };
    };
  const key = () => `driver:${serial}`;
  testEveryCell(DIRECT_DEBIT, DIRECT_DEBIT_STATES, {
    credit: {
      programme: drive((debitId, actor) =>
        test.ctx.payments.submit({ tenantId, kind: creditDebit, key: key(), actor, input: { debitId } }),
      ),
    },
    comeBack: {
      bank: drive(async (debitId, actor) => {
        const input = { debitId, code: '1', from: await givenReturnLine(test.ctx, tenantId) };
        return test.ctx.payments.submit({ tenantId, kind: debitReturn, key: key(), actor, input });
      }),
    },
  });
});
