import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { activate, debitsOf, setUp, stateOf } from '../../../../test-support/auto-topups.ts';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { type Opened, payByCard, runGateway } from '../../../../test-support/outside/gateway.ts';
import { holdCents } from '../../../../test-support/ledger/ledger-money.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';
import { returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf, postMoney, transferBody } from '../../../../test-support/transfers.ts';
import { loadKind } from '../../desk-loads/load.kind.ts';
import { runAutoTopups } from './run-auto-topups.due.ts';

const bank = await givenBank({ schemeTopUp: true, maxBalance: 5_000_00 });
const { test, tenantId, givenPayer, make, exchange, newDay, hour, leave, dd } = bank;
afterAll(() => bank.close());

type User = Awaited<ReturnType<typeof givenPayer>>;

/** 200.00 when less than 100.00 is available; 4,750.00 of 5,000.00 are on the account, and 50.00 of them available. */
async function givenNearlyFull(): Promise<User> {
  const user = await givenPayer(4_750_00n);
  const { AutoTopUpId: id } = await setUp(test, user);
  await activate(test, user, id);
  // 50.00 of the balance stays available.
  await holdCents(test.ctx, user.card.account, 4_700_00n);
  return user;
}
const spend = ({ card }: User) => sendNetwork(test, 'authorisations', purchaseOf(card, { amount: 1_00 }));
const debits = ({ card }: User) => debitsOf(test.ctx, card.account);
let loads = 0;
const load = ({ card }: User, amount: bigint) =>
  test.ctx.payments.submit({
    tenantId,
    kind: loadKind,
    key: `room:${(loads += 1)}`,
    actor: 'staff:1',
    input: { accountNumber: card.account.accountNumber, amount, type: 'received' },
  });

describe('the amount of an automatic top-up', () => {
  it('reserves room under the maximum against transfers and loads until it is credited', async () => {
    newDay();
    const user = await givenNearlyFull();
    const friend = await givenPayer(100_00n);
    const pay = async (Amount: number) => {
      const body = transferBody(friend.card.account, user.card.account, { Amount });
      return (await postMoney(test, 'transfer/internal', friend.headers, body)).json<object>();
    };
    await spend(user);
    expect(await debits(user)).toEqual(['Made']);
    // 4,750.00 and 200.00 leave 50.00.
    expect(await pay(50.01)).toMatchObject({ error: ['20071'], field: 'Amount' });
    expect(await load(user, 50_01n)).toMatchObject({ ok: false, error: 'outside_load_limits' });
    expect(await pay(20)).toMatchObject({ ReceiptNumber: expect.any(String) as string });
    expect(await load(user, 30_01n)).toMatchObject({ ok: false, error: 'outside_load_limits' });
    expect(await load(user, 30_00n)).toMatchObject({ ok: true });
    hour(18);
    await make();
    await exchange();
    for (let day = 0; day < 3; day += 1) newDay();
    await runAutoTopups(test.ctx, tenantId, { atOnce: 50 });
    expect([await debits(user), await balanceOf(test.ctx, user.card.account)]).toEqual([['Credited'], 5_000_00n]);
  });

  it('leaves the room free while none has fired', async () => {
    const user = await givenNearlyFull();
    expect(await load(user, 250_01n)).toMatchObject({ ok: false, error: 'outside_load_limits' });
    expect(await load(user, 250_00n)).toMatchObject({ ok: true });
  });
});

describe('a top-up by card whose outcome is unknown', () => {
  it('counts towards the maximum when an automatic top-up fires', async () => {
    const user = await givenNearlyFull();
    const body = { accountNumber: user.card.account.accountNumber, amount: 60 };
    const opened = (await postApi(test, 'payment/initiate', user.headers, body)).json<Opened>();
    await payByCard(test, opened, 'isUnknown');
    test.ctx.advance(1_000);
    await runGateway(test);
    // 4,750.00, 60.00 and 200.00 would be 5,010.00.
    await spend(user);
    expect(await debits(user)).toEqual([]);
  });

  it('counts towards the maximum when it was made by a payment link', async () => {
    const user = await givenNearlyFull();
    const [link, payment] = [randomUUID(), randomUUID()];
    const { id, brand } = user.card.account;
    await test.ctx.asOwner(
      `INSERT INTO payment_link (id, tenant_id, brand_id, member_account_id, web_account_id, token, shown_name, maximum, made_at, ends_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'Amelia C.', 10000, now(), now())`,
      [link, tenantId, brand.id, id, user.webAccount.id, link.replaceAll('-', '').slice(0, 22)],
    );
    await test.ctx.asOwner(
      `INSERT INTO gateway_payment (id, tenant_id, brand_id, purpose, subject, amount, state, sst_hash, address_hash, made_at, expires_at)
       VALUES ($1, $2, $3, 'link', $4, 5001, 'Unknown', $5, $5, now(), now())`,
      [payment, tenantId, brand.id, link, Buffer.alloc(32)],
    );
    await test.ctx.asOwner(
      `INSERT INTO payment_link_payer (payment_id, tenant_id, payment_link_id, payer_name) VALUES ($1, $2, $3, 'Nonna')`,
      [payment, tenantId, link],
    );
    // 4,750.00, 50.01 and 200.00 would be 5,000.01.
    await spend(user);
    expect(await debits(user)).toEqual([]);
    await test.ctx.asOwner('UPDATE gateway_payment SET amount = 5000 WHERE id = $1', [payment]);
    await spend(user);
    expect(await debits(user)).toEqual(['Made']);
  });
});

describe('the deposit of an active agreement', () => {
  it('ends the agreement with a notice when it is returned', async () => {
    newDay();
    const user = await givenPayer(500_00n);
    const { AutoTopUpId: id } = await setUp(test, user, { AccountNumber: '900000003' });
    await activate(test, user, id);
    expect(await stateOf(test.ctx, user.card.account)).toBe('Active');
    hour(18);
    await make();
    await exchange();
    await runAutoTopups(test.ctx, tenantId, { atOnce: 50 });
    expect(await stateOf(test.ctx, user.card.account)).toBe('Cancelled');
    const notices = await test.ctx.asOwner(
      "SELECT FROM outbox_message WHERE holder_id = $1 AND template = 'autoTopup' AND channel = 'email'",
      [user.holder.id],
    );
    expect(notices).toHaveLength(1);
  });
});

it.each(['1', '3', '4', '5'])(
  'an agreement expires immediately when a debit is returned with code %s',
  async (code) => {
    newDay();
    const user = await givenPayer(100_00n);
    const { AutoTopUpId } = await setUp(test, user);
    await activate(test, user, AutoTopUpId);
    await sendNetwork(test, 'authorisations', purchaseOf(user.card, { amount: 10_00 }));
    hour(18);
    await make();
    await exchange();
    const [debit] = await test.ctx.asOwner<{ id: string }>(
      'SELECT id::text FROM direct_debit WHERE member_account_id = $1',
      [user.card.account.id],
    );
    const line = { account: '61200447', cents: '20000', code, reference: `AUTO TOP-UP ${debit?.id ?? ''}`, day: dd() };
    const ofDebits = returnsOf([{ ...line, isDebit: true }], { on: bank.today() });
    await leave(`code-${code}.returns`, ofDebits);
    await exchange();
    expect([await debits(user), await stateOf(test.ctx, user.card.account)]).toEqual([['Returned'], 'Expired']);
  },
);
