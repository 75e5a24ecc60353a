import { afterAll, describe, expect, it } from 'vitest';
import {
  activate,
  AGREED,
  type AutoBody,
  debitsOf,
  setUp,
  shown,
  stateOf,
} from '../../../../test-support/auto-topups.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { givenNominee } from '../../../../test-support/desk/ending-samples.ts';
import { givenCard, givenProduct, givenSession } from '../../../../test-support/factories.ts';
import { holdCents } from '../../../../test-support/ledger/ledger-money.ts';
import { type Headers, postApi } from '../../../../test-support/signed-in.ts';
import { watchBalances } from '../../balance-watch/public.ts';
import { runAutoTopups } from './run-auto-topups.due.ts';

const bank = await givenBank({ maxBalance: 5_000_00 });
const { test, tenantId, givenPayer, make, hour, newDay } = bank;
afterAll(() => bank.close());

type User = Awaited<ReturnType<typeof givenPayer>>;

/** 200.00 when less than 100.00 is available, on an account with this balance. */
async function givenActive(cents: bigint): Promise<{ readonly user: User; readonly id: unknown }> {
  const user = await givenPayer(cents);
  const { AutoTopUpId: id } = await setUp(test, user);
  await activate(test, user, id);
  return { user, id };
}
const post = async ({ card, headers }: User, path: string, body: object): Promise<AutoBody> =>
  (await postApi(test, `topup/${path}`, headers, { MemberNumber: card.account.accountNumber, ...body })).json();
const setCard = ({ card }: User, set: string) => test.ctx.asOwner(`UPDATE card SET ${set} WHERE id = $1`, [card.id]);
/** Checks the balance again, as after a posting. */
const watch = ({ card }: User) =>
  test.ctx.database.transact(tenantId, async (tx) =>
    watchBalances(tx, tenantId, [card.account.id], test.ctx.clocks.business.now()),
  );
const waitsFor = async (user: User) => (await shown(test, user)).AutoTopup as { waitsFor: string | null };

describe('an automatic top-up', () => {
  it.each([
    ['is past its month', "expiry = '2026-10'"],
    ['is closed', "status = 'Closed'"],
    ['is lost', "status = 'Lost'"],
    ['is blocked', "status = 'Restricted'"],
  ])('does not fire while the only card %s, and says so; it can be seen, changed and cancelled', async (_, set) => {
    const { user, id } = await givenActive(100_00n);
    await setCard(user, set);
    await holdCents(test.ctx, user.card.account, 1_00n);
    await watch(user);
    expect(await debitsOf(test.ctx, user.card.account)).toEqual([]);
    expect(await waitsFor(user)).toMatchObject({ id, waitsFor: 'card', minBalance: 100 });
    expect(await post(user, 'update-auto-topup', { ...AGREED, AutoTopUpId: id, Amount: 150 })).toEqual({
      IsSuccessful: true,
    });
    expect(await waitsFor(user)).toMatchObject({ amount: 150 });
    expect(await post(user, 'cancel-auto-topup', { AutoTopUpId: id })).toEqual({ IsSuccessful: true });
    expect(await stateOf(test.ctx, user.card.account)).toBe('Cancelled');
  });

  it.each([
    ['is past its month', "expiry = '2026-10'"],
    ['is lost', "status = 'Lost'"],
    ['has expired', "status = 'Expired'"],
  ])('is listed for its primary holder alone while its only card %s, until it is cancelled', async (_, set) => {
    const { user, id } = await givenActive(500_00n);
    const { webAccount } = await givenNominee(test, {
      ...user.card.account,
      brand: user.card.brand,
      holder: user.holder,
    });
    const nominee = (await givenSession(test.ctx, { webAccount })).headers;
    await setCard(user, set);
    const listed = async (headers: Headers) =>
      (await postApi(test, 'topup/auto-topup-accounts', headers, {})).json<{ Accounts: object[] }>().Accounts;
    expect(await listed(user.headers)).toEqual([{ AccountNumber: user.card.account.accountNumber }]);
    expect(await listed(nominee)).toEqual([]);
    expect(await listed((await givenPayer()).headers)).toEqual([]);
    await post(user, 'cancel-auto-topup', { AutoTopUpId: id });
    expect(await listed(user.headers)).toEqual([]);
  });

  it('does not fire with only a virtual card, and fires again with a plastic card', async () => {
    const { user } = await givenActive(100_00n);
    const { account } = user.card;
    const product = await givenProduct(test.ctx, { brand: account.brand, isVirtual: true, isReloadable: false });
    await givenCard(test.ctx, { account, product, status: 'Active' });
    await setCard(user, "status = 'Closed'");
    await holdCents(test.ctx, account, 1_00n);
    await watch(user);
    expect(await debitsOf(test.ctx, account)).toEqual([]);
    await setCard(user, "status = 'Active'");
    await watch(user);
    expect(await debitsOf(test.ctx, account)).toEqual(['Made']);
    expect(await waitsFor(user)).toMatchObject({ waitsFor: null });
  });

  it('reports that it has no room under the maximum', async () => {
    const { user } = await givenActive(4_800_01n);
    expect(await waitsFor(user)).toMatchObject({ waitsFor: null });
    await holdCents(test.ctx, user.card.account, 4_750_00n);
    await watch(user);
    expect(await debitsOf(test.ctx, user.card.account)).toEqual([]);
    expect(await waitsFor(user)).toMatchObject({ waitsFor: 'room' });
  });

  it('cannot be set up without a usable card', async () => {
    const user = await givenPayer(100_00n);
    await setCard(user, "expiry = '2026-10'");
    expect(await setUp(test, user)).toMatchObject({ error: ['20202'] });
  });

  it('can be set up again after it expired and is activated by its new code', async () => {
    const { user, id } = await givenActive(500_00n);
    await test.ctx.asOwner("UPDATE auto_topup SET state = 'Expired' WHERE public_id = $1", [id]);
    newDay();
    const { AutoTopUpId: again } = await setUp(test, user);
    expect(again).not.toBe(id);
    expect(await activate(test, user, again)).toEqual({ IsSuccessful: true });
    expect(await stateOf(test.ctx, user.card.account)).toBe('Active');
  });
});

describe('retries', () => {
  it('that cannot fire do not delay others', async () => {
    const users: User[] = [];
    for (const cents of [500_00n, 500_00n, 500_00n, 99_00n, 99_00n]) users.push((await givenActive(cents)).user);
    await test.ctx.asOwner(
      "UPDATE auto_topup SET state = 'Retry', retry_on = '2026-11-01' WHERE member_account_id = ANY ($1::bigint[])",
      [users.map(({ card }) => card.account.id)],
    );
    await runAutoTopups(test.ctx, tenantId, { atOnce: 2 });
    const fired = await Promise.all(users.map(({ card }) => debitsOf(test.ctx, card.account)));
    expect(fired).toEqual([[], [], [], ['Made'], ['Made']]);
  });
});

describe('an agreement with another bank account', () => {
  it.each([
    ['is changed while a debit of the former one is with the bank', 'Active'],
    ['is made anew after it expired', 'Expired'],
  ])('that %s is not ended by that debit', async (_, before) => {
    newDay();
    const { user, id } = await givenActive(110_00n);
    // Debits of this account are returned permanently: payment was stopped.
    await post(user, 'update-auto-topup', { ...AGREED, AutoTopUpId: id, AccountNumber: '900000002' });
    await activate(test, user, id);
    await holdCents(test.ctx, user.card.account, 20_00n);
    await watch(user);
    hour(18);
    await make();
    await test.ctx.asOwner('UPDATE auto_topup SET state = $2 WHERE public_id = $1', [id, before]);
    const other = { ...AGREED, AccountNumber: '61200448' };
    const again =
      before === 'Expired'
        ? (await setUp(test, user, other)).AutoTopUpId
        : (await post(user, 'update-auto-topup', { ...other, AutoTopUpId: id })).IsSuccessful && id;
    expect(await activate(test, user, again)).toEqual({ IsSuccessful: true });
    await bank.exchange();
    await bank.exchange();
    expect(await debitsOf(test.ctx, user.card.account)).toEqual(['Returned']);
    expect(await stateOf(test.ctx, user.card.account)).toBe('Active');
  });
});

describe('a debit that is made while its agreement ends', () => {
  it.each([
    ['is cancelled', "state = 'Cancelled', ended_by = 'person'"],
    ['changes its bank account', "account_number = '99887766', state = 'Pending'"],
  ])('is in no file when it %s', async (_, set) => {
    newDay();
    const { user, id } = await givenActive(500_00n);
    const { account } = user.card;
    await test.ctx.asOwner(`UPDATE auto_topup SET ${set} WHERE public_id = $1`, [id]);
    // The cancelling transaction could not see this row, whose transaction was still open.
    await test.ctx.asOwner(
      `INSERT INTO direct_debit (tenant_id, auto_topup_id, member_account_id, name, bsb, account_number, amount, state, fired_at)
       SELECT tenant_id, id, member_account_id, account_name, '000101', '61200447', 20000, 'Made', now()
         FROM auto_topup WHERE public_id = $1`,
      [id],
    );
    hour(18);
    await make();
    expect(await debitsOf(test.ctx, account)).toEqual(['Dropped']);
  });
});
