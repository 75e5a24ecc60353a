import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { activate, debitsOf, setUp, stateOf } from '../../../test-support/auto-topups.ts';
import { givenBank } from '../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenSession } from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { NEW_PASSWORD, resetCalls, sent } from '../../../test-support/resets.ts';
import { runDue, runsOf, schedulesOf } from '../../../test-support/schedules.ts';
import { getApi, type Headers, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf, postMoney, transferBody } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { type Brand, findBrandById } from '../brands/public.ts';
import { forceReset } from '../reset/public.ts';

const DAY = 86_400_000;
/** Friday 20 November 2026, 13:00 in Melbourne. */
const START = Date.parse('2026-11-20T02:00:00Z');

const bank = await givenBank({ scamHoldAmount: 300_00 });
const { test, tenantId, givenPayer } = bank;
const calls = resetCalls(test);
afterAll(() => bank.close());

type User = Awaited<ReturnType<typeof givenPayer>>;
type Waiting = { Kind: 'payment' | 'schedule' | 'topUp'; Id: string; NextDate: string | null; MayBeKept: boolean };
type Check = { HeldUntil: string | null; WaysIn: { Kind: string; Id: string }[]; Waiting: Waiting[] };

let payee: User;
beforeEach(async () => {
  test.ctx.setBusinessTime(START);
  payee = await givenPayer(0n);
  await sent(test);
});

async function givenPerson(balance = 2_000_00n): Promise<User> {
  const user = await givenPayer(balance);
  await test.ctx.asOwner('UPDATE holder SET security_question = 1, security_answer_hash = $2 WHERE id = $1', [
    user.holder.id,
    await test.ctx.secrets.hashSecret('banksia'),
  ]);
  return user;
}

const pay = (user: User, given: object = {}) =>
  postMoney(test, 'transfer/internal', user.headers, transferBody(user.card.account, payee.card.account, given));
const weekly = (StartDate: string) => ({ Amount: 10, PaymentFrequency: 1, StartDate, NoOfPayments: 3 });
const once = (FutureDate: string) => ({ Amount: 20, PaymentFrequency: 21, FutureDate });

/** Resets the password by link, and signs in again. */
async function reset({ webAccount }: User): Promise<Headers> {
  await sent(test);
  const token = await calls.linkOf(webAccount);
  await calls.post(webAccount.brand, 'onlineAccount/VerifyAnswer', { token, answer: 'banksia' });
  const body = { token, answer: 'banksia', newPassword: NEW_PASSWORD };
  expect((await calls.post(webAccount.brand, 'onlineAccount/ResetPassword', body)).body).toEqual({ result: true });
  return (await givenSession(test.ctx, { webAccount })).headers;
}

const check = async (headers: Headers) =>
  (await postApi(test, 'onlineAccount/GetAccountCheck', headers, {})).json<Check>();
const isOpen = async (headers: Headers) =>
  (await getApi(test, 'devices/device/owner-device-0001', headers)).json<{ isAccountCheckOpen: boolean }>()
    .isAccountCheckOpen;
const decide = async (headers: Headers, decision: 'Keep' | 'Cancel', { Kind, Id }: Pick<Waiting, 'Kind' | 'Id'>) =>
  (await postApi(test, PATHS[decision], headers, { Kind, Id })).statusCode;
const PATHS = { Keep: 'onlineAccount/KeepWaiting', Cancel: 'onlineAccount/CancelWaiting' };
const run = async (ms: number) => {
  test.ctx.setBusinessTime(START + ms);
  await runDue(test.ctx, tenantId);
};
const paid = () => balanceOf(test.ctx, payee.card.account);
const held = async ({ card }: User) => {
  const [row] = await test.ctx.asOwner<{ held: string }>('SELECT held FROM ledger_account WHERE id = $1', [
    card.account.ledgerAccountId,
  ]);
  return Number(row?.held);
};

describe('payments made in the week before a reset', () => {
  it('wait too where a schedule has come to them and they are held', async () => {
    const user = await givenPerson();
    await pay(user, { Amount: 350, PaymentFrequency: 21, FutureDate: '2026-11-21' });
    // 06:00 in Melbourne: the payment is due, and held for a day after its schedule was made.
    await run(17 * 3_600_000);
    expect([await held(user), await paid()]).toEqual([350_00, 0n]);
    const headers = await reset(user);
    const { Waiting } = await check(headers);
    expect(Waiting).toMatchObject([{ Kind: 'payment', MayBeKept: true }]);
    await run(2 * DAY);
    expect([await held(user), await paid()]).toEqual([350_00, 0n]);
    expect(await decide(headers, 'Cancel', Waiting[0] as Waiting)).toBe(200);
    await run(3 * DAY);
    expect([await held(user), await paid()]).toEqual([0, 0n]);
  });

  it('are held and listed, the person is notified, and none is paid or released', async () => {
    const user = await givenPerson();
    await pay(user, weekly('2026-12-03'));
    test.ctx.setBusinessTime(START + 8 * DAY);
    await pay(user, { Amount: 400 });
    await pay(user, once('2026-11-30'));
    const headers = await reset(user);
    const { Waiting, HeldUntil } = await check(headers);
    expect(Waiting).toMatchObject([
      { Kind: 'payment', Amount: 400, NextDate: '2026-11-29', MayBeKept: true },
      { Kind: 'schedule', Amount: 20, Frequency: 21, NextDate: '2026-11-30', MayBeKept: true },
    ]);
    expect(HeldUntil).toBe(new Date(test.ctx.clocks.security.now() + DAY).toISOString());
    const mail = (await sent(test)).mails.find(({ text }) => text.includes('$400.00'));
    expect(mail?.text).toContain('• Scheduled payment of $20.00 to Ruby Taylor');
    expect(await isOpen(headers)).toBe(true);
    const [{ receipt } = { receipt: '' }] = await test.ctx.asOwner<{ receipt: string }>(
      'SELECT receipt FROM schedule WHERE member_account_id = $1 AND hold_id IS NOT NULL',
      [user.card.account.id],
    );
    const staff = await givenStaff(test.ctx, tenantId);
    expect((await give(test, staff, 'release-held', { input: { receipt }, reason: 'asked' })).status).toBe(404);
    await run(20 * DAY);
    // The schedule older than a week continues: it has paid on 3 and 10 December, and not yet on the 17th.
    expect(await paid()).toBe(10_00n);
    expect(await held(user)).toBe(400_00);
    expect(
      (await getApi(test, `schedulePayments?accountNumber=${user.card.account.accountNumber}`, headers)).json(),
    ).toMatchObject({ transferPayments: expect.arrayContaining([expect.objectContaining({ isWaiting: true })]) as [] });
  });

  it('are paid after they are kept and the day after the reset is over: held ones then, schedules from their next date', async () => {
    const user = await givenPerson();
    await pay(user, { Amount: 400 });
    await pay(user, weekly('2026-11-23'));
    await pay(user, once('2026-11-24'));
    const headers = await reset(user);
    const [payment, regular, single] = (await check(headers)).Waiting;
    await run(9 * DAY);
    expect(await paid()).toBe(0n);
    expect((await check(headers)).Waiting).toMatchObject([
      { NextDate: '2026-11-30' },
      { NextDate: '2026-11-30' },
      { NextDate: null, MayBeKept: false },
    ]);
    const statuses = [];
    for (const one of [payment, regular, single]) statuses.push(await decide(headers, 'Keep', one as Waiting));
    expect(statuses).toEqual([200, 200, 404]);
    await run(9 * DAY + 60_000);
    // The person who keeps the payment may be the one who reset the password.
    expect([await paid(), await held(user)]).toEqual([0n, 400_00]);
    await run(10 * DAY + 60_000);
    expect([await paid(), await held(user)]).toEqual([410_00n, 0]);
    for (const days of [17, 24]) await run(days * DAY);
    expect(await paid()).toBe(420_00n);
    expect((await runsOf(test.ctx, user.card.account)).map(({ planned_day: day, state }) => [day, state])).toEqual([
      ['2026-11-23', 'Missed'],
      ['2026-11-29', 'Paid'],
      ['2026-11-30', 'Paid'],
      ['2026-12-07', 'Paid'],
    ]);
    expect(await decide(headers, 'Keep', payment as Waiting)).toBe(404);
    expect(await brokenIn(test.ctx)).toEqual([]);
  });

  it('are never paid after they are cancelled, and the check ends when nothing is left to decide', async () => {
    const user = await givenPerson();
    await pay(user, { Amount: 400 });
    const headers = await reset(user);
    const [payment] = (await check(headers)).Waiting;
    await postApi(test, 'onlineAccount/FinishAccountCheck', headers, {});
    expect(await isOpen(headers)).toBe(true);
    expect(await decide(headers, 'Cancel', payment as Waiting)).toBe(200);
    expect((await schedulesOf(test.ctx, user.card.account)).map(({ state }) => state)).toEqual(['Deleted']);
    expect(await held(user)).toBe(0);
    await postApi(test, 'onlineAccount/FinishAccountCheck', headers, {});
    expect(await isOpen(headers)).toBe(false);
    expect(await decide(headers, 'Keep', payment as Waiting)).toBe(404);
    await run(3 * DAY);
    expect(await paid()).toBe(0n);
  });

  it('are held as soon as a contact change is undone, before a new password is set', async () => {
    const user = await givenPerson();
    await pay(user, { Amount: 400 });
    const brand = (await findBrandById(test.ctx, user.webAccount.brand.id)) as Brand;
    const request = { id: randomUUID(), host: 'localhost', origin: 'http://localhost' };
    await test.ctx.database.transact(tenantId, (tx) =>
      forceReset(
        tx,
        { ctx: test.ctx, brand, request },
        {
          webAccountId: user.webAccount.id,
          contact: { channel: 'email', to: user.holder.email },
          youngSinceMs: test.ctx.clocks.security.now() - DAY,
          because: 'contact_undone',
        },
      ),
    );
    await run(3 * DAY);
    expect([await paid(), await held(user)]).toEqual([0n, 400_00]);
  });

  it('do not establish their payee for payments in the day after the reset, however old they are', async () => {
    const user = await givenPerson();
    expect((await pay(user, { Amount: 400 })).statusCode).toBe(200);
    test.ctx.setBusinessTime(START + DAY - 60_000);
    const headers = await reset(user);
    test.ctx.setBusinessTime(START + DAY + 60_000);
    const again = await postMoney(
      test,
      'transfer/internal',
      headers,
      transferBody(user.card.account, payee.card.account, { Amount: 20 }),
    );
    expect(again.json()).toMatchObject({ error: ['10001'], field: 'MemberNumber' });
  });

  it('can be decided by their holder alone, and kept only with a fresh proof', async () => {
    const user = await givenPerson();
    await pay(user, { Amount: 400 });
    const headers = await reset(user);
    const [payment] = (await check(headers)).Waiting;
    const stranger = await givenPerson();
    expect(await decide(stranger.headers, 'Keep', payment as Waiting)).toBe(404);
    expect(await decide(stranger.headers, 'Cancel', payment as Waiting)).toBe(404);
    const byPasscode = await givenSession(test.ctx, { webAccount: user.webAccount }, 'passcode');
    expect(await decide(byPasscode.headers, 'Keep', payment as Waiting)).toBe(428);
    expect(await decide(headers, 'Keep', payment as Waiting)).toBe(200);
  });
});

describe('an automatic top-up set up in the week before a reset', () => {
  it('is collected only after it is kept, and never after it is cancelled', async () => {
    const [one, two] = [await givenPerson(150_00n), await givenPerson(150_00n)];
    for (const user of [one, two]) await activate(test, user, (await setUp(test, user))['AutoTopUpId']);
    const spend = (user: User) => sendNetwork(test, 'authorisations', purchaseOf(user.card, { amount: 60_00 }));
    await spend(one);
    expect(await debitsOf(test.ctx, one.card.account)).toEqual(['Made']);
    const headers = [await reset(one), await reset(two)] as const;
    await spend(two);
    bank.hour(18);
    await bank.make();
    expect(await debitsOf(test.ctx, two.card.account)).toEqual([]);
    const inFiles = async () =>
      (
        await test.ctx.asOwner('SELECT 1 FROM direct_debit WHERE tenant_id = $1 AND bank_file_id IS NOT NULL', [
          tenantId,
        ])
      ).length;
    expect(await inFiles()).toBe(0);
    const [first] = (await check(headers[0])).Waiting;
    const [second] = (await check(headers[1])).Waiting;
    expect(first).toMatchObject({ Kind: 'topUp', Amount: 200, Name: 'Amelia Chen', Destination: '0447' });
    expect(await decide(headers[0], 'Keep', first as Waiting)).toBe(200);
    expect(await decide(headers[1], 'Cancel', second as Waiting)).toBe(200);
    bank.newDay();
    bank.hour(18);
    await bank.make();
    expect(await inFiles()).toBe(1);
    expect(await stateOf(test.ctx, two.card.account)).toBe('Cancelled');
  });
});

describe('sign-in methods older than a week', () => {
  it('are listed after a reset and can be removed with a fresh proof', async () => {
    const user = await givenPerson();
    const { id, brand } = user.webAccount;
    const device = { uuid: 'owner-device-0002', model: 'Pixel', version: '16', platform: 'Android', name: 'Old phone' };
    const rest = { registrationId: '', fcmEnabled: false, enabled: false };
    await postApi(test, 'onlineAccount/AddPasscode', user.headers, {
      device: { ...device, ...rest },
      pin: '4826',
      userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/142.0',
    });
    await test.ctx.asOwner(`UPDATE device_passcode SET set_at = set_at - interval '8 days' WHERE web_account_id = $1`, [
      id,
    ]);
    await test.ctx.asOwner(
      `UPDATE device SET registered_at = registered_at - interval '8 days' WHERE web_account_id = $1`,
      [id],
    );
    await test.ctx.asOwner(
      `INSERT INTO remembered_user (secret_hash, tenant_id, brand_id, web_account_id, created_at, ends_at)
       VALUES (sha256('old'), $1, $2, $3, $4, $5)`,
      [tenantId, brand.id, id, new Date(START - 9 * DAY), new Date(test.ctx.clocks.security.now() + 90 * DAY)],
    );
    const headers = await reset(user);
    const { WaysIn } = await check(headers);
    expect(WaysIn).toMatchObject([
      { Kind: 'browser' },
      { Kind: 'device', Name: 'Old phone' },
      { Kind: 'passcode', Browser: 'Chrome', System: 'Windows' },
    ]);
    expect(await isOpen(headers)).toBe(true);
    const stranger = await givenPerson();
    const remove = async (by: Headers, way: object | undefined) =>
      (await postApi(test, 'onlineAccount/RemoveWayIn', by, way)).statusCode;
    const named = WaysIn.map(({ Kind, Id }) => ({ Kind, Id }));
    expect(await remove(stranger.headers, named[0])).toBe(404);
    const byPasscode = await givenSession(test.ctx, { webAccount: user.webAccount }, 'passcode');
    expect(await remove(byPasscode.headers, named[0])).toBe(428);
    for (const way of named) expect(await remove(headers, way)).toBe(200);
    expect((await getApi(test, 'onlineAccount/', byPasscode.headers)).statusCode).toBe(401);
    expect((await check(headers)).WaysIn).toEqual([]);
    await postApi(test, 'onlineAccount/FinishAccountCheck', headers, {});
    expect(await isOpen(headers)).toBe(false);
  });
});
