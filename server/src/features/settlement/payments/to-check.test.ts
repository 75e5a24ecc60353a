import { afterAll, describe, expect, it } from 'vitest';
import { givenBank } from '../../../../test-support/outside/bank.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';
import { returnsOf } from '../../../../test-support/outside/returns-file.ts';
import { postMoney, transferBody } from '../../../../test-support/transfers.ts';
import { listPayments } from './payments.store.ts';

const HOUR_MS = 3_600_000;
const bank = await givenBank({ scamHoldAmount: 300_00 });
const { test, tenantId, givenPayer, pay, make, exchange, newDay, hour, dd, today, leave } = bank;
afterAll(() => bank.close());

async function toCheck() {
  const staff = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
  const { body } = await give(test, staff, 'payments-to-check');
  return body.rows?.map(({ kind, item, amount, why }) => [kind, item, amount, why]) ?? [];
}

describe('payments that need a look', () => {
  it('have those in doubt until their file is answered', async () => {
    newDay();
    const receipt = await pay(await givenPayer(), { Amount: 21.01 });
    hour(18);
    await make();
    expect(await toCheck()).toEqual([]);
    const set = (sql: string) => test.ctx.asOwner(`UPDATE bank_file SET ${sql} WHERE tenant_id = $1`, [tenantId]);
    await set('tried_at = made_at');
    expect(await toCheck()).toEqual([['inDoubt', receipt, '21.01', '']]);
    await set("state = 'Accepted', tried_at = NULL, sent_at = made_at, answered_at = made_at");
    expect(await toCheck()).toEqual([]);
  });

  it('are read from the oldest, of however many there are', async () => {
    newDay();
    const receipts: string[] = [];
    for (const cents of [11, 12, 13]) receipts.push(await pay(await givenPayer(), { Amount: cents }));
    hour(18);
    await make();
    const set = (sql: string) => test.ctx.asOwner(`UPDATE bank_file SET ${sql} WHERE tenant_id = $1`, [tenantId]);
    await set('tried_at = made_at');
    const oldest = { most: 2, doubtedBeforeMs: 0, isOldestFirst: true };
    const rows = await test.ctx.database.read(tenantId, (tx) =>
      listPayments(tx, tenantId, { state: 'inDoubt' }, oldest),
    );
    expect(rows.map(({ receipt }) => receipt)).toEqual(receipts.slice(0, 2));
    await set("state = 'Accepted', tried_at = NULL, sent_at = made_at, answered_at = made_at");
  });

  it('have those that are held an hour after their time, and those that wait three days for their payer', async () => {
    newDay();
    const [payer, payee] = [await givenPayer(), await givenPayer(0n)];
    const body = transferBody(payer.card.account, payee.card.account, { Amount: 350 });
    const answer = await postMoney(test, 'transfer/internal', payer.headers, body);
    const receipt = answer.json<{ ReceiptNumber: string }>().ReceiptNumber;
    test.ctx.advance(25 * HOUR_MS - 60_000);
    expect(await toCheck()).toEqual([]);
    test.ctx.advance(120_000);
    expect(await toCheck()).toEqual([['held', receipt, '350.00', 'overdue']]);
    const waitFrom = (ms: number) =>
      test.ctx.asOwner('UPDATE schedule SET waits_since = $2 WHERE tenant_id = $1', [
        tenantId,
        new Date(test.ctx.clocks.security.now() - ms),
      ]);
    await waitFrom(71 * HOUR_MS);
    expect(await toCheck()).toEqual([]);
    await waitFrom(73 * HOUR_MS);
    expect(await toCheck()).toEqual([['held', receipt, '350.00', 'holder']]);
    await test.ctx.asOwner("UPDATE schedule SET state = 'Deleted' WHERE tenant_id = $1", [tenantId]);
  });

  it('have work that was given up, until somebody tries it again', async () => {
    const at = new Date(test.ctx.clocks.security.now());
    const [row] = await test.ctx.asOwner<{ id: string }>(
      `INSERT INTO due_work (tenant_id, job, key, is_recurring, clock, planned_at, due_at, not_before, attempts,
                             last_error, dead_at)
       VALUES ($1, 'settlement.exchange', 'one', false, 'security', $2, $2, $2, 12, 'refused', $2) RETURNING id::text`,
      [tenantId, at],
    );
    const item = row?.id ?? '';
    expect(await toCheck()).toEqual([['givenUp', item, '', 'refused']]);
    const stranger = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id);
    expect((await give(test, stranger, 'payments-to-check')).body.rows).toEqual([]);
    const agent = await givenStaff(test.ctx, tenantId, { role: 'agent' });
    expect((await give(test, agent, 'retry', { input: { item } })).status).toBe(200);
    expect(await toCheck()).toEqual([]);
  });

  it('are shown page by page, with none left out or shown twice', async () => {
    const at = new Date(test.ctx.clocks.security.now());
    await test.ctx.asOwner(
      `INSERT INTO due_work (tenant_id, job, key, is_recurring, clock, planned_at, due_at, not_before, attempts,
                             last_error, dead_at)
       SELECT $1, 'settlement.exchange', 'page ' || n, false, 'security', $2, $2, $2, 12, 'refused', $2::timestamptz + n * interval '1 second'
       FROM generate_series(1, 52) n`,
      [tenantId, at],
    );
    const staff = await givenStaff(test.ctx, tenantId, { role: 'viewer' });
    const pages = [];
    for (const page of ['1', '2']) pages.push((await give(test, staff, 'payments-to-check', { input: { page } })).body);
    expect(pages.map(({ rows, hasMore }) => [rows?.length, hasMore])).toEqual([
      [50, true],
      [2, false],
    ]);
    const items = pages.flatMap(({ rows }) => rows?.map(({ item }) => item) ?? []);
    expect(new Set(items).size).toBe(52);
    await test.ctx.asOwner("DELETE FROM due_work WHERE tenant_id = $1 AND key LIKE 'page %'", [tenantId]);
  });

  it('have those that came back, for three days', async () => {
    newDay();
    const receipt = await pay(await givenPayer(), { Amount: 22.02 });
    hour(18);
    await make();
    await exchange();
    const day = dd();
    newDay();
    const line = { account: '44172208', cents: '2202', code: '3', reference: 'Bond, Wilson St', day };
    await leave('back.returns', returnsOf([line], { on: today() }));
    await exchange();
    expect(await toCheck()).toEqual([['returned', receipt, '22.02', '3']]);
    test.ctx.advance(72 * HOUR_MS + 60_000);
    expect(await toCheck()).toEqual([]);
  });
});
