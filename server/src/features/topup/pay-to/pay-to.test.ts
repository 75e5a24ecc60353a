import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AGREED, type AutoBody, debitsOf, shown } from '../../../../test-support/auto-topups.ts';
import { givenSession } from '../../../../test-support/factories.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenRunner } from '../../../../test-support/due-work.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf } from '../../../../test-support/transfers.ts';
import { runAutoTopups } from '../auto/run-auto-topups.due.ts';
import { PAY_TO_INVARIANTS } from './pay-to-invariants.store.ts';
import { payToJobs, runPayTo } from './pay-to.due.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const bank = await givenBank();
const { test, tenantId } = bank;
const runner = givenRunner(test.ctx, payToJobs);
afterAll(async () => {
  await runner.stop();
  await bank.close();
});
beforeEach(() => bank.newDay());

type Payer = Awaited<ReturnType<typeof bank.givenPayer>>;
const BANK = { Bsb: '000-111' };

/** A person who has 50.00, less than the trigger of 100.00. */
const givenPayer = (balance = 50_00n) => bank.givenPayer(balance);
/** Each call has a new session: days pass in between. */
const post = async ({ card, webAccount }: Payer, url: string, body: object): Promise<AutoBody> => {
  const { headers } = await givenSession(test.ctx, { webAccount });
  return (await postApi(test, url, headers, { MemberNumber: card.account.accountNumber, ...body })).json<AutoBody>();
};
const setUp = (payer: Payer, AccountNumber: string, given: object = {}) =>
  post(payer, 'topup/pay-to', { ...AGREED, ...BANK, AccountNumber, ...given });
const pause = (payer: Payer, AutoTopUpId: unknown) => post(payer, 'topup/pause-pay-to', { AutoTopUpId });
const resume = (payer: Payer, AutoTopUpId: unknown) => post(payer, 'topup/resume-pay-to', { AutoTopUpId });
const cancel = (payer: Payer, AutoTopUpId: unknown) => post(payer, 'topup/cancel-auto-topup', { AutoTopUpId });
const NONE = '00000000-0000-4000-8000-000000000000';

async function round(): Promise<void> {
  await runPayTo(test.ctx, tenantId, { atOnce: 50 });
  await runner.runDue();
}
/** Seconds or minutes pass, and due work runs. */
async function after(ms: number, step = 10 * SECOND): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    test.ctx.advance(Math.min(left, step));
    await round();
  }
}
const seconds = (count: number) => after(count * SECOND, SECOND);
/** Days pass by the business clock, which sessions do not follow. Each step has time for the answers of a debit. */
async function later(ms: number, step = HOUR): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    test.ctx.setBusinessTime(new Date(test.ctx.clocks.business.now() + Math.min(left, step)).toISOString());
    await round();
    await after(10 * SECOND, 5 * SECOND);
  }
}

const view = async (payer: Payer) =>
  (await shown(test, { ...payer, ...(await givenSession(test.ctx, { webAccount: payer.webAccount })) })) as unknown as {
    AutoTopup: {
      id: string;
      status: number;
      retryOn: string | null;
      waitsFor: string | null;
      payTo: { state: string; pausedBy: string | null; trouble: string | null; isResuming: boolean; dayMost: number };
    } | null;
    CanUsePayTo: boolean;
  };
/** State, side that paused it, and trouble. */
const stateFor = async (payer: Payer) => {
  const { AutoTopup } = await view(payer);
  return [AutoTopup?.payTo.state, AutoTopup?.payTo.pausedBy, AutoTopup?.payTo.trouble];
};
const cents = (payer: Payer) => balanceOf(test.ctx, payer.card.account).then(Number);
const atBank = async (payer: Payer) =>
  (
    await test.ctx.asOwner<{ state: string }>(
      'SELECT state FROM pay_to_agreement WHERE member_account_id = $1 ORDER BY id',
      [payer.card.account.id],
    )
  ).map(({ state }) => state);
const told = async (payer: Payer) => {
  await runAutoTopups(test.ctx, tenantId, { atOnce: 50 });
  const rows = await test.ctx.asOwner<{ key: string }>(
    `SELECT split_part(dedup_key, ':', 3) AS key FROM outbox_message
      WHERE holder_id = $1 AND template = 'autoTopup' AND channel = 'email' ORDER BY id`,
    [payer.holder.id],
  );
  return rows.map(({ key }) => key);
};
/** An agreement that its payer has approved, and whose first top-up has arrived. */
async function givenActive(account = '92000001'): Promise<Payer> {
  const payer = await givenPayer();
  await setUp(payer, account);
  await seconds(12);
  return payer;
}

describe('an agreement', () => {
  it('is offered where the bank of the programme has it', async () => {
    expect(await view(await givenPayer())).toMatchObject({ AutoTopup: null, CanUsePayTo: true });
  });

  it('92000001 is approved in 5 s and tops up within seconds, to the cent and once', async () => {
    const payer = await givenPayer();
    const { AutoTopUpId: id } = await setUp(payer, '92000001');
    expect(await view(payer)).toMatchObject({
      AutoTopup: {
        id,
        status: 4,
        codeUntil: null,
        payTo: {
          state: 'waiting',
          dayMost: 300,
          shownAs: `Top-up account ${payer.card.account.accountNumber.slice(-4)}`,
        },
      },
    });
    await seconds(4);
    expect(await stateFor(payer)).toEqual(['waiting', null, null]);
    await seconds(12);
    expect(await stateFor(payer)).toEqual(['active', null, null]);
    expect(await cents(payer)).toBe(250_00);
    expect(await debitsOf(test.ctx, payer.card.account)).toEqual(['Credited']);
    expect(await told(payer)).toEqual(['payToOn']);
    await after(10 * MINUTE);
    expect(await cents(payer)).toBe(250_00);
  });

  it.each([
    ['92000002', 15 * SECOND, 'declined', 'Declined', 'payToDeclined'],
    ['92000007', 15 * SECOND, 'unsupported', 'Failed', 'payToFailed'],
  ])('%s is over: %d, %s', async (account, ms, state, stored, notice) => {
    const payer = await givenPayer();
    await setUp(payer, account);
    await after(ms, SECOND);
    expect((await stateFor(payer))[0]).toBe(state);
    expect(await atBank(payer)).toEqual([stored]);
    expect(await told(payer)).toEqual([notice]);
    expect(await cents(payer)).toBe(50_00);
    expect(await debitsOf(test.ctx, payer.card.account)).toEqual([]);
    // Then a direct debit, or another account, takes its place.
    expect(await setUp(payer, '92000001')).toMatchObject({ AutoTopUpId: expect.any(String) as string });
    expect(await stateFor(payer)).toEqual(['waiting', null, null]);
  });

  it('92000003 expires when its payer has not answered for 5 days', async () => {
    const payer = await givenPayer();
    await setUp(payer, '92000003');
    await seconds(12);
    await later(5 * DAY - HOUR, 6 * HOUR);
    expect(await stateFor(payer)).toEqual(['waiting', null, null]);
    await later(HOUR, 20 * MINUTE);
    expect((await stateFor(payer))[0]).toBe('expired');
    expect(await told(payer)).toEqual(['payToExpired']);
  });

  it('is not asked for twice by ten calls at once: the last one counts, and the others are cancelled', async () => {
    const payer = await givenPayer();
    const answers = await Promise.all(Array.from({ length: 10 }, () => setUp(payer, '92000001')));
    expect(answers.filter(({ AutoTopUpId }) => AutoTopUpId).length).toBe(3);
    await after(3 * MINUTE, 10 * SECOND);
    expect((await atBank(payer)).toSorted()).toEqual(['Active', 'Cancelled', 'Cancelled']);
    expect(await cents(payer)).toBe(250_00);
  });

  it('that its holder cancels is cancelled at the bank, and takes nothing more', async () => {
    const payer = await givenActive();
    const { AutoTopup } = await view(payer);
    expect(await cancel(payer, AutoTopup?.id)).toEqual({ IsSuccessful: true });
    await after(2 * MINUTE, 10 * SECOND);
    expect(await atBank(payer)).toEqual(['Cancelled']);
    expect(await view(payer)).toMatchObject({ AutoTopup: null });
  });

  it('takes no account that agreements cannot name, and no bank without them', async () => {
    const payer = await givenPayer();
    expect(await setUp(payer, '12345678A')).toMatchObject({ error: ['20202'] });
    await postApi(test, 'transfer/getBsbDetails', payer.headers, { BsbNumber: '000112' });
    expect(await setUp(payer, '12345678', { Bsb: '000-112' })).toMatchObject({ error: ['20202'] });
    const details = await postApi(test, 'transfer/getBsbDetails', payer.headers, { BsbNumber: '000112' });
    expect(details.json()).toMatchObject({ TakesPayTo: false });
  });
});

describe('a call is refused', () => {
  it.each([
    ['a BSB that is none', { Bsb: '000-999' }, '20010', 'Bsb'],
    ['a closed branch', { Bsb: '000-198' }, '20235', 'Bsb'],
    ['a directory that is away', { Bsb: '000-199' }, '32209', 'Bsb'],
    ['a name that nobody may pay', { AccountName: 'Blocked Pty Ltd' }, '20241', 'AccountName'],
    ['a trigger above the amount', { TriggerAmount: 201 }, '20071', 'TriggerAmount'],
  ])('for %s', async (_, given, code, field) => {
    expect(await setUp(await givenPayer(), '92000001', given)).toMatchObject({ error: [code], field });
  });

  it('for an automatic top-up that is none, or that is no agreement', async () => {
    const payer = await givenPayer();
    expect(await pause(payer, NONE)).toMatchObject({ error: ['404'] });
    expect(await resume(payer, NONE)).toMatchObject({ error: ['404'] });
    const { AutoTopUpId: id } = await post(payer, 'topup/auto-topup', AGREED);
    expect(await pause(payer, id)).toMatchObject({ error: ['20202'] });
    expect(await resume(payer, id)).toMatchObject({ error: ['20202'] });
    expect(await setUp(payer, '92000001')).toMatchObject({ error: ['20202'] });
  });

  it('for more than the agreement permits, and for another account by a change', async () => {
    const payer = await givenActive();
    const { AutoTopup } = await view(payer);
    const changed = (given: object) =>
      post(payer, 'topup/update-auto-topup', {
        ...AGREED,
        ...BANK,
        AccountNumber: '92000001',
        AutoTopUpId: AutoTopup?.id,
        ...given,
      });
    expect(await changed({ Amount: 300 })).toEqual({ IsSuccessful: true });
    expect(await changed({ Amount: 301 })).toMatchObject({ error: ['20071'], field: 'Amount' });
    expect(await changed({ AccountNumber: '92000006' })).toMatchObject({ error: ['20202'] });
  });
});

describe('a debit', () => {
  it('of an account without money is tried on two more days, then paused by us', async () => {
    const payer = await givenActive('92000004');
    expect(await stateFor(payer)).toEqual(['active', null, 'noFunds']);
    expect((await view(payer)).AutoTopup).toMatchObject({ status: 2, retryOn: expect.any(String) as string });
    await later(2 * DAY + 12 * HOUR);
    expect(await debitsOf(test.ctx, payer.card.account)).toEqual(['Returned', 'Returned', 'Returned']);
    expect(await stateFor(payer)).toEqual(['paused', 'us', 'noFunds']);
    expect(await told(payer)).toEqual(['payToStopped']);
    await later(3 * DAY, 6 * HOUR);
    expect(await debitsOf(test.ctx, payer.card.account)).toHaveLength(3);
    expect(await atBank(payer)).toEqual(['Paused']);
    expect(await cents(payer)).toBe(50_00);
  });

  it('is paused by the scheme after the seventh in a row that failed, and only they resume it', async () => {
    const payer = await givenActive('92000004');
    const { AutoTopup } = await view(payer);
    for (const round of [1, 2]) {
      await later(3 * DAY);
      expect([round, ...(await stateFor(payer))]).toEqual([round, 'paused', 'us', 'noFunds']);
      expect(await resume(payer, AutoTopup?.id)).toEqual({ IsSuccessful: true });
      await after(MINUTE, 5 * SECOND);
    }
    await after(HOUR, 5 * MINUTE);
    expect(await debitsOf(test.ctx, payer.card.account)).toHaveLength(7);
    expect(await stateFor(payer)).toEqual(['paused', 'scheme', 'noFunds']);
    expect(await resume(payer, AutoTopup?.id)).toMatchObject({ error: ['20202'] });
    expect(await pause(payer, AutoTopup?.id)).toMatchObject({ error: ['20202'] });
  });

  it('92000005 is the last one when its payer pauses at the bank', async () => {
    const payer = await givenActive('92000005');
    expect(await cents(payer)).toBe(250_00);
    await later(7 * HOUR);
    expect(await stateFor(payer)).toEqual(['paused', 'payer', null]);
    await bank.pay(payer, { DestinationAccountBsb: '000101', Amount: 200 });
    await after(2 * MINUTE, 10 * SECOND);
    expect(await debitsOf(test.ctx, payer.card.account)).toEqual(['Credited']);
  });

  it('92000006 whose answer was lost was paid: it is asked about and credited once', async () => {
    const payer = await givenPayer();
    await setUp(payer, '92000006');
    await after(2 * MINUTE, 5 * SECOND);
    expect(await cents(payer)).toBe(250_00);
    expect(await debitsOf(test.ctx, payer.card.account)).toEqual(['Credited']);
  });

  it('waits for the next day where the agreement permits no more, and fires then', async () => {
    const payer = await givenActive();
    await bank.pay(payer, { DestinationAccountBsb: '000101', Amount: 200 });
    await after(MINUTE);
    const low = await cents(payer);
    expect((await view(payer)).AutoTopup?.waitsFor).toBe(low < 100_00 ? 'day' : null);
    await later(DAY);
    expect(await debitsOf(test.ctx, payer.card.account)).toEqual(
      low < 100_00 ? ['Credited', 'Credited'] : ['Credited'],
    );
  });

  it('of a person who paused is not taken until they resume', async () => {
    const payer = await givenActive();
    const { AutoTopup } = await view(payer);
    expect(await pause(payer, AutoTopup?.id)).toEqual({ IsSuccessful: true });
    expect(await stateFor(payer)).toEqual(['paused', 'us', null]);
    await after(MINUTE, 5 * SECOND);
    expect(await atBank(payer)).toEqual(['Paused']);
    expect(await resume(payer, AutoTopup?.id)).toEqual({ IsSuccessful: true });
    expect((await view(payer)).AutoTopup?.payTo.isResuming).toBe(true);
    await after(MINUTE, 5 * SECOND);
    expect(await stateFor(payer)).toEqual(['active', null, null]);
    expect(await atBank(payer)).toEqual(['Active']);
  });
});

describe('a claim of the payer', () => {
  it('is entered by two people: what the balance does not cover is a debt, and the agreement ends', async () => {
    const payer = await givenActive('92000008');
    expect(await cents(payer)).toBe(250_00);
    await bank.pay(payer, { DestinationAccountBsb: '000101', Amount: 150 });
    const [debit] = await test.ctx.asOwner<{ id: string }>(
      'SELECT id::text FROM direct_debit WHERE member_account_id = $1',
      [payer.card.account.id],
    );
    const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const input = { debit: debit?.id ?? '', amount: '200.00', code: '6' };
    const asked = await give(test, asker, 'return-debit', { input, reason: 'the payer has claimed it at their bank' });
    const request = String(asked.body.request?.id);
    expect(await give(test, manager, 'approve', { input: { request } })).toMatchObject({ status: 200 });
    expect(await cents(payer)).toBe(-100_00);
    expect(await debitsOf(test.ctx, payer.card.account)).toEqual(['TakenBack']);
    const debts = await test.ctx.asOwner<{ debited: number; owed: number }>(
      'SELECT debited::int, owed::int FROM debt WHERE member_account_id = $1',
      [payer.card.account.id],
    );
    expect(debts).toEqual([{ debited: 200_00, owed: 100_00 }]);
    await after(2 * MINUTE);
    expect(await atBank(payer)).toEqual(['Cancelled']);
    expect(await view(payer)).toMatchObject({ AutoTopup: null });
  });
});

it('keeps what verify proves', async () => {
  for (const { name, broken } of PAY_TO_INVARIANTS) expect([name, await test.ctx.asOwner(broken)]).toEqual([name, []]);
});
