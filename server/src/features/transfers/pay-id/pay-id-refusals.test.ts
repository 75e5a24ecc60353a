import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { payingByPayId, withoutWaits } from '../../../../test-support/pay-ids.ts';
import { outcomeOf } from '../../../../test-support/payees.ts';
import { postApi } from '../../../../test-support/signed-in.ts';
import { postMoney } from '../../../../test-support/transfers.ts';

const bank = await givenBank({ payId: true, paymentLimit: 500_00, otherExpensesCap: 400_00, maxBalance: 9_000_00 });
const { test, tenantId } = bank;
withoutWaits(test);
const { find, bodyOf, prove } = payingByPayId(test);
afterAll(() => bank.close());

type Payer = Awaited<ReturnType<typeof bank.givenPayer>>;
type Given = Parameters<typeof bodyOf>[2];
let payer: Payer;
beforeEach(async () => {
  bank.newDay();
  payer = await bank.givenPayer();
});

const PAID = 'paid@instant.example';
const OWN = 'self@instant.example';
const post = (of: Payer, body: object, key?: string) => postMoney(test, 'transfer/payId', of.headers, body, key);
async function pay(of: Payer, payId: string, given: Given = {}, between?: () => Promise<unknown>) {
  const body = bodyOf(of, await find(of, payId), given);
  await prove(of, body);
  await between?.();
  return outcomeOf(await post(of, body));
}
const asOwner = (sql: string, parameters: readonly unknown[]) => test.ctx.asOwner(sql, [...parameters]);
/** Gives the account that self@ leads to. */
async function givenOwn(of: Payer): Promise<void> {
  await asOwner("UPDATE member_account SET account_number = '299999999' WHERE account_number = '200100025'", []);
  await asOwner("UPDATE member_account SET account_number = '200100025' WHERE id = $1", [of.card.account.id]);
}

/** Looks up the PayID of the programme. */
async function ownLookUp(of: Payer): Promise<Payer> {
  await find(of, OWN);
  return of;
}

describe('a payment to a PayID is refused', () => {
  it('where the account, the card or the amount does not allow it', async () => {
    const other = await bank.givenPayer();
    expect(await pay(payer, PAID, { MemberNumber: other.card.account.accountNumber })).toEqual([
      '10000',
      'MemberNumber',
    ]);
    expect(await pay(payer, PAID, { Amount: 500.01 })).toEqual(['20242', 'Amount']);
    expect(await pay(payer, PAID, { Amount: 400.01 })).toEqual(['20246', 'Amount']);
    expect(await pay(payer, PAID, { PaymentFrequency: 21, FutureDate: '2026-01-01' })).toEqual(['20247', 'FutureDate']);
    const poor = await bank.givenPayer(5_00n);
    expect(await pay(poor, PAID)).toEqual(['20240', 'Amount']);
    const { id } = await bank.givenOtherProduct({ payId: false });
    const off = () => asOwner('UPDATE card SET product_id = $1 WHERE id = $2', [id, payer.card.id]);
    expect(await pay(payer, PAID, {}, off)).toEqual(['10001', 'MemberNumber']);
  });

  it('where the money is kept aside, or came by card', async () => {
    const few = await bank.givenPayer(100_00n);
    const { accountNumber } = few.card.account;
    await postApi(test, 'savings/saveGoal', few.headers, { accountNumber, Name: 'Car', Amount: 95 });
    expect(await pay(few, PAID)).toEqual(['20319', 'MemberNumber']);
    const loaded = await bank.givenPayer(100_00n);
    await asOwner(
      'INSERT INTO card_money_mark (tenant_id, transfer_id, from_account_id, to_account_id, cents, until) VALUES ($1, 1, $2, $3, 9500, $4)',
      [
        tenantId,
        few.card.account.id,
        loaded.card.account.id,
        new Date(test.ctx.clocks.business.now() + 3_600_000).toISOString(),
      ],
    );
    expect(await pay(loaded, PAID)).toEqual(['20313', 'MemberNumber']);
  });

  it('where the payee is blocked, reported or unknown', async () => {
    expect(await pay(payer, 'blocked@instant.example')).toEqual(['20241', 'PayIdName']);
    await asOwner(
      `INSERT INTO blocked_payee (id, tenant_id, holder_id, made_by, destination, method, name, bsb, account_number, blocked_at)
       VALUES (gen_random_uuid(), $1, $2, 'web:1', 'external:000111:44172208', 'external', 'Jordan', '000111', '44172208', now())`,
      [tenantId, payer.holder.id],
    );
    expect(await pay(payer, PAID)).toEqual(['20340', 'PayId']);
    const PayeeId = '5f7c2a4e-7d0b-4b0e-9a51-0f6a7e2c9d13';
    expect(await pay(payer, '0400 000 112', { PayeeId })).toEqual(['404', 'PayeeId']);
  });

  it('where an account of the programme takes no money of the payer', async () => {
    await givenOwn(payer);
    const other = await bank.givenPayer();
    const { card } = payer;
    const own = { ...payer, card: { ...card, account: { ...card.account, accountNumber: '200100025' } } };
    const toSelf = await find(own, OWN);
    expect(toSelf).toMatchObject({ Outcome: 'unknown' });
    const elsewhere = await find(own, PAID);
    await asOwner(
      `UPDATE pay_id_look_up l SET found = o.found FROM pay_id_look_up o
        WHERE l.id = $1 AND o.id = (SELECT id FROM pay_id_look_up WHERE found IS NOT NULL AND owner = $2)`,
      [elsewhere.Found?.LookUpId, `web:${(await ownLookUp(other)).webAccount.id}`],
    );
    expect(outcomeOf(await post(own, bodyOf(own, elsewhere)))).toEqual(['20010', 'PayId']);
    const full = await bank.givenPayer(8_995_00n);
    await givenOwn(full);
    expect(await pay(other, OWN)).toEqual(['20071', 'Amount']);
    const gone = () =>
      asOwner("UPDATE member_account SET account_number = '299999998' WHERE account_number = '200100025'", []);
    const moving = async () => {
      await asOwner("UPDATE card SET status = 'Ordered' WHERE id = $1", [full.card.id]);
    };
    expect(await pay(other, OWN, {}, moving)).toEqual(['20342', 'PayId']);
    await asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [full.card.account.id]);
    await gone();
  });

  it('where its look-up has shown that the PayID moved, and where a key is used twice', async () => {
    const found = await find(payer, PAID);
    await asOwner('UPDATE pay_id_look_up SET moved_at = now() WHERE id = $1', [found.Found?.LookUpId]);
    expect(outcomeOf(await post(payer, bodyOf(payer, found)))).toEqual(['20344', 'PayId']);
    const [one, two] = [bodyOf(payer, await find(payer, PAID)), bodyOf(payer, await find(payer, PAID), { Amount: 11 })];
    await prove(payer, one);
    expect(outcomeOf(await post(payer, one, 'one-key'))).toBe('ok');
    expect(outcomeOf(await post(payer, two, 'one-key'))).toEqual(['409', undefined]);
    expect(outcomeOf(await post(payer, { ...two, PayId: 'paid' }))).not.toBe('ok');
  });
});
