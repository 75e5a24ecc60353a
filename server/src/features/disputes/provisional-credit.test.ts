import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenDispute, type GivenDispute, takeBackCredits } from '../../../test-support/disputes.ts';
import { postCents } from '../../../test-support/ledger/ledger-money.ts';
import { postApi } from '../../../test-support/signed-in.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { notifyDebts } from '../debts/due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

/** A command that a second person approves. */
async function command({ card, reference }: GivenDispute, name: string, input: Readonly<Record<string, string>> = {}) {
  const { tenantId } = card.brand;
  const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
  const asked = await give(test, asker, name, { input: { dispute: reference, ...input }, reason: 'it takes a while' });
  const request = asked.body.request?.id;
  return request === undefined ? asked : give(test, manager, 'approve', { input: { request } });
}
const credit = (dispute: GivenDispute, amount?: string) =>
  command(dispute, 'provisional-credit', amount === undefined ? {} : { amount });
const balance = ({ card }: GivenDispute) => balanceOf(test.ctx, card.account);

async function shown({ card, headers, sequence }: GivenDispute) {
  const body = { accountNumber: card.account.accountNumber, Sequence: sequence };
  return (await postApi(test, 'dispute/get', headers, body)).json().Dispute;
}

const takeBack = ({ card: { brand } }: GivenDispute) => takeBackCredits(test, brand);

describe('a provisional credit', () => {
  it('credits the disputed amount once, after a second person has approved it', async () => {
    const dispute = await givenDispute(test, 'Submitted');
    const before = await balance(dispute);
    expect((await credit(dispute)).body.rows).toMatchObject([{ credited: '12.34' }]);
    expect((await balance(dispute)) - before).toBe(12_34n);
    expect((await shown(dispute)).ProvisionalAmount).toBe(12.34);
    expect((await credit(dispute)).body.error).toBe('nothing_to_do');
  });

  it('may be a part of the disputed amount, and not more than it', async () => {
    const dispute = await givenDispute(test);
    const before = await balance(dispute);
    expect((await credit(dispute, '12.35')).body).toMatchObject({ error: 'input_invalid', field: 'amount' });
    expect((await credit(dispute, '5')).status).toBe(200);
    expect((await balance(dispute)) - before).toBe(5_00n);
  });

  it.each<[Readonly<Record<string, string>>, bigint]>([
    [{ resolution: 'chargeback' }, 12_34n],
    [{ resolution: 'writeOff' }, 12_34n],
    [{ resolution: 'part', amount: '3.00' }, 3_00n],
    [{ resolution: 'merchantCredit' }, 0n],
    [{ resolution: 'lost' }, 0n],
  ])('is taken back with the decision %j, which leaves %i cents more than before', async (input, cents) => {
    const dispute = await givenDispute(test, 'Submitted');
    const before = await balance(dispute);
    await credit(dispute, '10');
    expect((await command(dispute, 'resolve-dispute', input)).status).toBe(200);
    expect((await balance(dispute)) - before).toBe(cents);
    expect(await shown(dispute)).toMatchObject({ ProvisionalAmount: null, CreditedAmount: Number(cents) / 100 });
    await takeBack(dispute);
    expect((await balance(dispute)) - before).toBe(cents);
  });

  it('is taken back once when the cardholder withdraws the dispute', async () => {
    const dispute = await givenDispute(test);
    const before = await balance(dispute);
    await credit(dispute);
    await postApi(test, 'dispute/withdraw', dispute.headers, { DisputeId: dispute.id });
    for (const _ of [1, 2]) await takeBack(dispute);
    expect(await balance(dispute)).toBe(before);
    expect((await credit(dispute)).body.error).toBe('dispute_closed');
  });

  it.each<[string, Readonly<Record<string, string>>, bigint]>([
    ['withdraws', {}, 12_34n],
    ['loses', { resolution: 'lost' }, 12_34n],
    ['gets a part in', { resolution: 'part', amount: '5.00' }, 7_34n],
    ['wins', { resolution: 'chargeback' }, 0n],
  ])('that was spent is owed by the cardholder who %s the dispute', async (_how, input, owed) => {
    const dispute = await givenDispute(test, 'Submitted');
    const { card, headers } = dispute;
    await credit(dispute);
    await postCents(test.ctx, card.account, -(await balance(dispute)));
    if (input['resolution'] !== undefined) await command(dispute, 'resolve-dispute', input);
    else await postApi(test, 'dispute/withdraw', headers, { DisputeId: dispute.id });
    await takeBack(dispute);
    expect(await balance(dispute)).toBe(-owed);
    const { Debt } = (await postApi(test, 'card/details', headers, { Card: card.reference })).json<{ Debt: unknown }>();
    const viewer = await givenStaff(test.ctx, card.brand.tenantId, { role: 'viewer' });
    const rows = (await give(test, viewer, 'debts')).body.rows?.filter(
      ({ reference }) => reference === dispute.reference,
    );
    if (owed === 0n) return expect([Debt, rows]).toEqual([null, []]);
    expect(Debt).toMatchObject({ Amount: Number(owed) / 100, Cause: 'provisionalCredit' });
    expect(rows).toMatchObject([{ account: card.account.accountNumber, owedNow: (Number(owed) / 100).toFixed(2) }]);
    await notifyDebts(test.ctx, card.brand.tenantId, 100);
    const told = "SELECT FROM outbox_message WHERE holder_id = $1 AND template = 'debtMade'";
    expect(await test.ctx.asOwner(told, [card.holder?.id])).toHaveLength(1);
  });

  it('of an account that closed meanwhile is owed by its former holder', async () => {
    const dispute = await givenDispute(test);
    await credit(dispute);
    await postApi(test, 'dispute/withdraw', dispute.headers, { DisputeId: dispute.id });
    const { account, brand } = dispute.card;
    await postCents(test.ctx, account, -(await balance(dispute)));
    const closed = { tenantId: brand.tenantId, account: account.ledgerAccountId, at: test.ctx.clocks.business.now() };
    await test.ctx.database.transact(brand.tenantId, (tx) => openLedger().closeAccount(tx, closed));
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
    await takeBack(dispute);
    const sql = 'SELECT cause, owed::int, is_former_holder FROM debt WHERE member_account_id = $1';
    expect(await test.ctx.asOwner(sql, [account.id])).toEqual([
      { cause: 'provisionalCredit', owed: 12_34, is_former_holder: true },
    ]);
  });

  it('is given once when two requests are approved at the same time', async () => {
    const dispute = await givenDispute(test);
    const before = await balance(dispute);
    const { tenantId } = dispute.card.brand;
    const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const requests = [];
    for (const amount of ['1.00', '2.00']) {
      const input = { dispute: dispute.reference, amount };
      requests.push(
        (await give(test, asker, 'provisional-credit', { input, reason: 'it takes a while' })).body.request?.id,
      );
    }
    await Promise.all(requests.map((request) => give(test, manager, 'approve', { input: { request: request ?? '' } })));
    expect([1_00n, 2_00n]).toContain((await balance(dispute)) - before);
  });

  it('is taken back once when a refund takes a part of it at the same moment', async () => {
    const dispute = await givenDispute(test);
    const before = await balance(dispute);
    await credit(dispute);
    await postApi(test, 'dispute/withdraw', dispute.headers, { DisputeId: dispute.id });
    const { account } = dispute.card;
    const other = new pg.Client({ connectionString: test.ctx.ownerUrl });
    await other.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM ledger_account WHERE id = $1 FOR UPDATE', [account.ledgerAccountId]);
    const late = takeBack(dispute);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(() => test.ctx.asOwner(waiting)).not.toHaveLength(0);
    // The rest of it after a refund of 5.00.
    await other.query('UPDATE dispute SET provisional = provisional - 500, refunded = 500 WHERE id = $1', [dispute.id]);
    await other.query('COMMIT');
    await other.end();
    await late;
    await takeBack(dispute);
    expect((await balance(dispute)) - before).toBe(5_00n);
  });

  it('leaves the ledger consistent', async () => {
    expect(await brokenIn(test.ctx)).toEqual([]);
  });
});
