import { agreementReport } from '@wattle/contract/topup/auto-topup.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { AGREED, type AutoBody, type AutoUser, codeOfDeposit, stateOf } from '../../../../test-support/auto-topups.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { givenCard, givenProduct, givenSession } from '../../../../test-support/factories.ts';
import { outcomeOf } from '../../../../test-support/payees.ts';
import { givenReturnProof } from '../../../../test-support/proofs.ts';
import { getApi, postApi } from '../../../../test-support/signed-in.ts';
import { testEveryCell } from '../../../../test-support/state-matrix.ts';
import { givenTicket, postTicket } from '../../../../test-support/files/downloads.ts';
import { postMoney, returnBody } from '../../../../test-support/transfers.ts';
import { forcedDebit } from '../../debts/public.ts';
import { AUTO_TOPUP, AUTO_TOPUP_STATES, type AutoTopupState } from './auto-topup.states.domain.ts';
import { runAutoTopups } from './run-auto-topups.due.ts';

const bank = await givenBank();
const { test, tenantId, givenPayer, exchange, make, newDay, hour } = bank;
afterAll(() => bank.close());

const DAY_MS = 86_400_000;
const CODE = '271828';
const post = async (url: string, { card, headers }: AutoUser, body: object): Promise<AutoBody> =>
  (await postApi(test, url, headers, { MemberNumber: card.account.accountNumber, ...body })).json<AutoBody>();
const setUp = (user: AutoUser, given: object = {}) => post('topup/auto-topup', user, { ...AGREED, ...given });
const shown = async ({ card, headers }: AutoUser): Promise<AutoBody> =>
  (await postApi(test, `topup/active-auto-topup?memberNumber=${card.account.accountNumber}`, headers)).json<AutoBody>();
const activate = async (user: AutoUser, AutoTopupId: unknown, code?: string): Promise<AutoBody> => {
  const ActivationCode = code ?? (await codeOfDeposit(test.ctx, user.card.account));
  return post('topup/activate-auto-topup', user, { AutoTopupId, ActivationCode });
};
const cancel = (user: AutoUser, AutoTopUpId: unknown) => post('topup/cancel-auto-topup', user, { AutoTopUpId });
const change = (user: AutoUser, AutoTopUpId: unknown, given: object) =>
  post('topup/update-auto-topup', user, { AutoTopUpId, ...AGREED, ...given });
const NONE = '00000000-0000-4000-8000-000000000000';
const run = () => runAutoTopups(test.ctx, tenantId, { atOnce: 50 });
const notices = async (holderId: bigint) =>
  (
    await test.ctx.asOwner<{ count: number }>(
      "SELECT count(*)::int FROM outbox_message WHERE holder_id = $1 AND template = 'autoTopup' AND channel = 'email'",
      [holderId],
    )
  )[0]?.count;
const laterBy = (days: number) =>
  test.ctx.setBusinessTime(new Date(test.ctx.clocks.business.now() + days * DAY_MS).toISOString());

describe('an agreement', () => {
  it('proposes a tenth of the maximum load, and states its fee and how long it takes', async () => {
    const user = await givenPayer();
    // Maximum balance 5,000, minimum load 10, maximum load 10,000.
    expect(await shown(user)).toMatchObject({
      AutoTopup: null,
      MayBeMade: true,
      MaximumBalance: 5000,
      MinimumLoad: 10,
      ProposedTrigger: 500,
      ProposedAmount: 500,
      Step: 100,
      Fee: 0,
      CreditDays: 3,
      CodeDays: 30,
      Past: [],
    });
  });

  it('is pending until the code of its 1-cent deposit is entered', async () => {
    newDay();
    const user = await givenPayer();
    const { AutoTopUpId: id } = await setUp(user);
    expect(await shown(user)).toMatchObject({
      AutoTopup: { id, status: 4, bsb: '000101', accountNumber: '61200447', minBalance: 100, amount: 200 },
    });
    const [deposit] = await test.ctx.asOwner(
      `SELECT amount::int, bsb, account_number, name, remitter FROM payment_out WHERE member_account_id = $1`,
      [user.card.account.id],
    );
    expect(deposit).toMatchObject({ amount: 1, bsb: '000101', account_number: '61200447', name: 'Amelia Chen' });
    expect(await codeOfDeposit(test.ctx, user.card.account)).toMatch(/^\d{6}$/);
    for (const short of ['', '12345', '1234567']) {
      expect(await activate(user, id, short)).toMatchObject({ error: ['20010'], field: 'ActivationCode' });
    }
    expect(await activate(user, id, '00 00-00')).toMatchObject({ error: ['20051'] });
    expect(await activate(user, id)).toEqual({ IsSuccessful: true });
    expect(await shown(user)).toMatchObject({ AutoTopup: { status: 1, codeUntil: null } });
    expect(await activate(user, id, '000000')).toEqual({ IsSuccessful: true });
  });

  it.each([
    ['2026-11-27T02:00:00Z', 'a Friday before the cut-off', '2026-12-02', '2026-12-27'],
    ['2026-11-27T09:00:00Z', 'that Friday after it: it leaves on Monday', '2026-12-03', '2026-12-27'],
    ['2026-12-22T02:00:00Z', 'before Christmas', '2026-12-29', '2027-01-21'],
  ])('has a deposit that arrives within 3 banking days and a code good for 30: %s, %s', async (at, _, by, until) => {
    test.ctx.setBusinessTime(at);
    const user = await givenPayer();
    expect(await shown(user)).toMatchObject({ DepositBy: by });
    await setUp(user);
    expect(await shown(user)).toMatchObject({ AutoTopup: { depositBy: by, codeUntil: until } });
    newDay();
  });

  it('exists once for an account: 20202 for others, also for 10 at once', async () => {
    const user = await givenPayer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => setUp(user)));
    expect(answers.filter(({ AutoTopUpId }) => AutoTopUpId)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.[0] === '20202')).toHaveLength(9);
    const deposits = await test.ctx.asOwner('SELECT FROM payment_out WHERE member_account_id = $1', [
      user.card.account.id,
    ]);
    expect(deposits).toHaveLength(1);
  });

  it('expires after the fifth wrong code: 20215, then 27418', async () => {
    const user = await givenPayer();
    const { AutoTopUpId: id } = await setUp(user);
    const wrong = (await codeOfDeposit(test.ctx, user.card.account)) === CODE ? '000000' : CODE;
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await shown(user)).toMatchObject({ AutoTopup: { codeTriesLeft: 5 - tries } });
      expect(await activate(user, id, wrong)).toMatchObject({ error: ['20051'], field: 'ActivationCode' });
    }
    expect(await shown(user)).toMatchObject({ AutoTopup: { codeTriesLeft: 1 } });
    expect(await activate(user, id, wrong)).toMatchObject({ error: ['20215'] });
    expect(await activate(user, id)).toMatchObject({ error: ['27418'] });
    expect(await cancel(user, id)).toMatchObject({ error: ['27418'] });
    expect(await shown(user)).toMatchObject({ AutoTopup: null });
  });

  it('counts wrong codes of an account across its bank accounts: the fifth stops set-ups for 24 hours', async () => {
    newDay();
    const user = await givenPayer();
    const { AutoTopUpId: id } = await setUp(user);
    const wrong = async (again: number) => {
      const code = (await codeOfDeposit(test.ctx, user.card.account)) === CODE ? '000000' : CODE;
      const answers: unknown[] = [];
      for (let tries = 0; tries < again; tries += 1) answers.push((await activate(user, id, code)).error);
      return answers;
    };
    expect(await wrong(3)).toEqual([['20051'], ['20051'], ['20051']]);
    expect(await change(user, id, { AccountNumber: '1234 5678' })).toEqual({ IsSuccessful: true });
    expect(await wrong(2)).toEqual([['20051'], ['20215']]);
    const { AutoTopup, SetUpStopped } = await shown(user);
    expect({ AutoTopup, SetUpStopped }).toMatchObject({ AutoTopup: null, SetUpStopped: { For: 'codes' } });
    const { Until } = SetUpStopped as { Until: string };
    const hours = (Date.parse(Until) - test.ctx.clocks.security.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    expect(await setUp(user)).toMatchObject({ error: ['20202'] });
    newDay();
    await test.ctx.asOwner(
      "UPDATE sign_in_guard SET locked_until = locked_until - interval '24 hours' WHERE kind = 'autoTopupCode'",
      [],
    );
    expect(await shown(user)).toMatchObject({ SetUpStopped: null });
    const { AutoTopUpId: next } = await setUp(user);
    // A right code does not reset the count: four wrong ones, the right one, and one more wrong one stop it.
    const code = await codeOfDeposit(test.ctx, user.card.account);
    for (let tries = 0; tries < 4; tries += 1) await activate(user, next, code === CODE ? '000000' : CODE);
    expect(await activate(user, next, code)).toEqual({ IsSuccessful: true });
    await change(user, next, { AccountNumber: '1234 5678' });
    const other = (await codeOfDeposit(test.ctx, user.card.account)) === CODE ? '000000' : CODE;
    expect(await activate(user, next, other)).toMatchObject({ error: ['20215'] });
  });

  it('accepts 3 new bank accounts a day, one by one or concurrently', async () => {
    newDay();
    const user = await givenPayer();
    const { AutoTopUpId: id } = await setUp(user);
    const changes = await Promise.all(
      ['1234 5678', '2345 6789', '3456 7890', '4567 8901'].map((AccountNumber) => change(user, id, { AccountNumber })),
    );
    expect(changes.filter(({ IsSuccessful }) => IsSuccessful === true)).toHaveLength(2);
    expect(changes.filter(({ error }) => error?.[0] === '20202')).toHaveLength(2);
    expect(await shown(user)).toMatchObject({ SetUpStopped: { For: 'banks' } });
    // The amounts change as before.
    const { AutoTopup: autoTopup } = await shown(user);
    const bank = { AccountNumber: (autoTopup as { accountNumber: string }).accountNumber };
    expect(await change(user, id, { ...bank, TriggerAmount: 300, Amount: 500 })).toEqual({ IsSuccessful: true });
    newDay();
    expect(await change(user, id, { AccountNumber: '5678 9012' })).toEqual({ IsSuccessful: true });
  });

  it('blocks a return of funds while it waits for its code', async () => {
    const user = await givenPayer(120_00n);
    const giveBack = async () => {
      await givenReturnProof(test.ctx, user.card, 120);
      return outcomeOf(await postMoney(test, 'card/returnfund', user.headers, returnBody(user.card)));
    };
    const status = async () =>
      (await postApi(test, 'card/returnfundstatus', user.headers, returnBody(user.card))).json();
    const { AutoTopUpId: id } = await setUp(user);
    expect(await status()).toMatchObject({ CanRequestFund: false, HasPendingTransation: true });
    expect(await giveBack()).toEqual(['10001', 'SourceAccountNumber']);
    await cancel(user, id);
    expect(await status()).toMatchObject({ CanRequestFund: true, HasPendingTransation: false });
    expect(await giveBack()).toBe('ok');
  });

  it('expires with a notice when it is not activated in 30 days', async () => {
    const user = await givenPayer();
    const { AutoTopUpId: id } = await setUp(user);
    laterBy(30);
    await run();
    expect(await stateOf(test.ctx, user.card.account)).toBe('Pending');
    laterBy(1);
    await run();
    expect([await stateOf(test.ctx, user.card.account), await notices(user.holder.id)]).toEqual(['Cancelled', 1]);
    expect(await activate(user, id)).toMatchObject({ error: ['27418'] });
  });

  it('expires with a notice when its deposit is returned, and the programme gets the cent back', async () => {
    newDay();
    const user = await givenPayer(50_00n);
    await setUp(user, { AccountNumber: '900000003' });
    hour(18);
    await make();
    await exchange();
    await run();
    expect([await stateOf(test.ctx, user.card.account), await notices(user.holder.id)]).toEqual(['Cancelled', 1]);
    const [row] = await test.ctx.asOwner<{ balance: number }>('SELECT balance::int FROM ledger_account WHERE id = $1', [
      user.card.account.ledgerAccountId,
    ]);
    expect(row?.balance).toBe(50_00);
  });

  it('answers 20207 to a second cancellation', async () => {
    const user = await givenPayer();
    const { AutoTopUpId: id } = await setUp(user);
    expect(await cancel(user, id)).toEqual({ IsSuccessful: true });
    expect(await cancel(user, id)).toMatchObject({ error: ['20207'] });
    expect(await change(user, id, {})).toMatchObject({ error: ['20207'] });
    expect(await activate(user, id, CODE)).toMatchObject({ error: ['20207'] });
  });

  it('changes its amounts immediately and its bank account by a new code', async () => {
    const user = await givenPayer();
    const { AutoTopUpId: id } = await setUp(user);
    await activate(user, id);
    const old = await codeOfDeposit(test.ctx, user.card.account);
    expect(await change(user, id, { TriggerAmount: 300, Amount: 500 })).toEqual({ IsSuccessful: true });
    expect(await shown(user)).toMatchObject({ AutoTopup: { status: 1, minBalance: 300, amount: 500 } });
    expect(await change(user, id, { AccountNumber: '1234 5678' })).toEqual({ IsSuccessful: true });
    expect(await shown(user)).toMatchObject({ AutoTopup: { id, status: 4, accountNumber: '12345678' } });
    const fresh = await codeOfDeposit(test.ctx, user.card.account);
    if (old !== fresh) expect(await activate(user, id, old)).toMatchObject({ error: ['20051'] });
    expect(await activate(user, id, fresh)).toEqual({ IsSuccessful: true });
  });

  it('is not found by another account number', async () => {
    const user = await givenPayer();
    await setUp(user);
    for (const call of [activate(user, NONE, CODE), cancel(user, NONE), change(user, NONE, {})]) {
      expect(await call).toMatchObject({ error: ['404'] });
    }
  });

  it('is shown as text and downloaded as a file with a ticket', async () => {
    const user = await givenPayer();
    const agreement = (await getApi(test, 'auto-topup/agreement?language=zhCN', user.headers)).json<AutoBody>();
    expect(agreement).toMatchObject({ Version: '1', Title: '直接扣款授权服务协议' });
    const asked = await postApi(test, 'topup/auto-topup/generate-agreement-token', user.headers, {});
    expect(asked.json()).toMatchObject({ Token: expect.stringMatching(/^\d+\./) as string });
    const ticket = await givenTicket(test, user.headers, agreementReport.name, {});
    const file = await postTicket(test, 'auto-topup/agreement-report', ticket);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf']);
    const again = await postTicket(test, 'auto-topup/agreement-report', ticket, { accept: 'application/json' });
    expect(again.json()).toMatchObject({ error: ['410'] });
  });
});

describe('an automatic top-up is rejected', () => {
  it.each([
    ['a BSB that is none', { Bsb: '000-999' }, '20010', 'Bsb'],
    ['a BSB of 5 digits', { Bsb: '00010' }, '20010', 'Bsb'],
    ['a closed branch', { Bsb: '000-198' }, '20235', 'Bsb'],
    ['a directory that is away', { Bsb: '000-199' }, '32209', 'Bsb'],
    ['an account of zeros', { AccountNumber: '000 000' }, '20010', 'AccountNumber'],
    ['an account of 10 digits', { AccountNumber: '1234567890' }, '20010', 'AccountNumber'],
    ['no name', { AccountName: ' ' }, '20010', 'AccountName'],
    ['a name that nobody may pay', { AccountName: 'Blocked Pty Ltd' }, '20241', 'AccountName'],
    ['a trigger above the amount', { TriggerAmount: 201 }, '20071', 'TriggerAmount'],
    ['a trigger above the maximum balance', { TriggerAmount: 5001, Amount: 5001 }, '20071', 'TriggerAmount'],
    ['an amount under the minimum load', { TriggerAmount: 0.01, Amount: 9.99 }, '20071', 'Amount'],
    ['an amount that has no room above the trigger', { TriggerAmount: 2000, Amount: 3000.01 }, '20071', 'Amount'],
    ['an amount that is no number', { Amount: 'much' }, '20010', 'Amount'],
    ['a trigger that no balance falls below', { TriggerAmount: 0 }, '20071', 'TriggerAmount'],
    ['a trigger below zero', { TriggerAmount: -1 }, '20010', 'TriggerAmount'],
  ])('%s', async (_, given, code, field) => {
    expect(await setUp(await givenPayer(), given)).toMatchObject({ error: [code], field });
  });

  it.each([
    ['a BSB that is none', { Bsb: '000-999' }, '20010', 'Bsb'],
    ['a closed branch', { Bsb: '000-198' }, '20235', 'Bsb'],
    ['a directory that is away', { Bsb: '000-199' }, '32209', 'Bsb'],
    ['a name that nobody may pay', { AccountNumber: '1234', AccountName: 'Blocked Pty Ltd' }, '20241', 'AccountName'],
    ['a trigger above the amount', { TriggerAmount: 201 }, '20071', 'TriggerAmount'],
  ])('as a change: %s', async (_, given, code, field) => {
    const user = await givenPayer();
    const { AutoTopUpId: id } = await setUp(user);
    expect(await change(user, id, given)).toMatchObject({ error: [code], field });
    await test.ctx.asOwner('UPDATE session SET proved_at = NULL WHERE web_account_id = $1', [user.webAccount.id]);
    expect(await change(user, id, {})).toMatchObject({ error: ['428'] });
  });

  it('with 10001 where the product does not offer it', async () => {
    const user = await givenPayer();
    const none = await givenProduct(test.ctx, { brand: user.card.brand, isReloadable: true });
    await test.ctx.asOwner('UPDATE card SET product_id = $2 WHERE id = $1', [user.card.id, none.id]);
    expect(await shown(user)).toMatchObject({ error: ['10001'] });
    expect(await setUp(user)).toMatchObject({ error: ['20202'] });
  });

  it('for an unverified or restricted holder, for a debt, and without a fresh proof', async () => {
    const sql = (column: string, value: boolean) => `UPDATE holder SET ${column} = ${value} WHERE id = $1`;
    const unverified = await givenPayer();
    await test.ctx.asOwner(sql('is_kyc_verified', false), [unverified.holder.id]);
    const restricted = await givenPayer();
    await test.ctx.asOwner(sql('is_kyc_restricted', true), [restricted.holder.id]);
    const owing = await givenPayer(10_00n);
    const input = { memberAccountId: owing.card.account.id, amount: 20_00n, cause: 'order', reference: 'x' } as const;
    await test.ctx.payments.submit({ tenantId, kind: forcedDebit, key: 'owing', actor: 'bank', input });
    for (const user of [unverified, restricted, owing]) {
      expect(await setUp(user)).toMatchObject({ error: ['20202'] });
      expect(await shown(user)).toMatchObject({ MayBeMade: false });
    }
    const unproved = await givenPayer();
    await test.ctx.asOwner('UPDATE session SET proved_at = NULL WHERE web_account_id = $1', [unproved.webAccount.id]);
    expect(await setUp(unproved)).toMatchObject({ error: ['428'] });
  });

  it('for a nominee, another person’s account and a card-only person', async () => {
    const user = await givenPayer();
    const nominee = await givenPayer();
    const card = await givenCard(test.ctx, {
      brand: user.card.brand,
      account: user.card.account,
      holder: nominee.holder,
    });
    const asNominee = { card, headers: nominee.headers };
    expect(await setUp(asNominee)).toMatchObject({ error: ['10000'], field: 'MemberNumber' });
    expect(await shown(asNominee)).toMatchObject({ error: ['10000'] });
    const { headers } = await givenSession(test.ctx, { card: user.card });
    expect(await setUp({ card: user.card, headers })).toMatchObject({ error: ['403'] });
    const { AutoTopUpId: id } = await setUp(user);
    expect(await cancel({ card: nominee.card, headers: nominee.headers }, id)).toMatchObject({ error: ['404'] });
  });

  it('with 20144 where the balance does not cover the fee', async () => {
    const user = await givenPayer(4_99n);
    await test.ctx.asOwner(
      `UPDATE product SET settings = settings || '{"autoTopUpFee": 500}' WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
      [user.card.id],
    );
    expect(await setUp(user)).toMatchObject({ error: ['20144'] });
    expect(await stateOf(test.ctx, user.card.account)).toBeUndefined();
    const rich = await givenPayer(5_00n);
    expect(await setUp(rich)).toMatchObject({ AutoTopUpId: expect.any(String) as string });
    const [row] = await test.ctx.asOwner<{ balance: number }>('SELECT balance::int FROM ledger_account WHERE id = $1', [
      rich.card.account.ledgerAccountId,
    ]);
    expect(row?.balance).toBe(0);
    await test.ctx.asOwner(`UPDATE product SET settings = settings - 'autoTopUpFee'`);
  });
});

describe('each state', () => {
  const name: Readonly<Record<string, string>> = {
    '20202': 'auto_topup_refused',
    '20207': 'auto_topup_cancelled',
  };
  /** An agreement in a state, and what a call makes of it. */
  const drive =
    (action: string, call: (user: AutoUser, id: unknown) => Promise<AutoBody>) => async (state: AutoTopupState) => {
      const user = await givenPayer();
      const { AutoTopUpId: id } = await setUp(user);
      const { account } = user.card;
      await test.ctx.asOwner(
        `UPDATE auto_topup SET state = $2, ended_by = CASE WHEN $2 = 'Cancelled' THEN 'person' END WHERE member_account_id = $1`,
        [account.id, state],
      );
      const { error } = await call(user, id);
      const lines = await test.ctx.asOwner('SELECT FROM audit_log WHERE object = $1 AND action = $2', [
        `account:${account.id}`,
        action,
      ]);
      const after = (await stateOf(test.ctx, account)) as AutoTopupState;
      return { answer: error ? (name[error[0] ?? ''] ?? '') : 'ok', after, lines: lines.length };
    };
  testEveryCell(AUTO_TOPUP, AUTO_TOPUP_STATES, {
    activate: { person: drive('autoTopup.activated', (user, id) => activate(user, id)) },
    cancel: { person: drive('autoTopup.cancelled', cancel) },
  });
});
