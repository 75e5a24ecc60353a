import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPostedRows } from '../../../ops/bench/bulk-rows.ts';
import { sweep } from '../../test-support/due-work.ts';
import { purchaseOf, sendNetwork } from '../../test-support/network.ts';
import { givenRecordedApp, type RecordedApp, type Statement, tableReadsOf } from '../../test-support/query-plans.ts';
import { getApi, postApi } from '../../test-support/signed-in.ts';
import { balanceOf, givenPayer, givenTransferProduct, postMoney, transferBody } from '../../test-support/transfers.ts';
import { expireHolds } from '../features/network/due.ts';

/** Tables whose rows of one account grow with its age. */
const GROWING = new Set([
  'transfer',
  'transaction_detail',
  'authorisation',
  'hold',
  'hold_event',
  'network_message',
  'spending_day',
  'payment_count',
  'kept_answer',
  'secure_reveal',
  'audit_log',
]);
/** So many rows of each the account has, and each table. */
const MANY = 20_000;
/** A page has 50 rows, and no look-up needs more. */
const ENOUGH = 50;

let given: RecordedApp;
beforeAll(async () => {
  given = await givenRecordedApp();
});
afterAll(() => given.close());

it('no look-up reads more rows because an account is old', { timeout: 120_000 }, async () => {
  const { app, ctx, sent, plain } = given;
  const product = await givenTransferProduct(ctx);
  const owner = await givenPayer(ctx, product, 1_000_000n);
  const other = await givenPayer(ctx, product);
  const { card, headers } = owner;
  await addPostedRows(ctx.ownerUrl, card, MANY);
  await fillWithOldRows();

  const where = { app, ctx };
  const about = { Card: card.reference };
  for (const call of [
    'card/details',
    'transaction/recent',
    'transaction/spending',
    'card/turnCardOff',
    'card/turnCardOn',
  ])
    expect([call, (await postApi(where, call, headers, about)).statusCode]).toEqual([call, 200]);
  expect((await getApi(where, 'card/cards', headers)).statusCode).toBe(200);
  for (const skip of [0, MANY / 2]) {
    const page = `transaction?accountNumber=${card.account.accountNumber}&count=50&skip=${skip}`;
    expect((await getApi(where, page, headers)).json().Transactions).toHaveLength(50);
  }

  const before = await balanceOf(ctx, card.account);
  const key = randomUUID();
  const body = transferBody(card.account, other.card.account);
  for (const attempt of ['first', 'again'])
    expect([attempt, (await postMoney({ app }, 'transfer/internal', headers, body, key)).statusCode]).toEqual([
      attempt,
      200,
    ]);

  const purchases = [purchaseOf(card), purchaseOf(card), purchaseOf(card)];
  for (const purchase of purchases) expect((await sendNetwork(where, 'authorisations', purchase)).answer).toBe('00');
  const [cleared, reversed] = purchases;
  await sendNetwork(where, 'clearings', purchaseOf(card, { original: cleared?.reference }));
  await sendNetwork(where, 'reversals', { reference: `${reversed?.reference}-R`, original: reversed?.reference });
  await sendNetwork(where, 'advices', purchaseOf(card));
  await sendNetwork(where, 'refunds', purchaseOf(card, { original: cleared?.reference }));
  ctx.advance(40 * 86_400_000);
  await sweep(ctx, expireHolds);
  // 1.00 was transferred, 12.34 twice cleared or refunded.
  expect(before - (await balanceOf(ctx, card.account))).toBe(100n);

  const faults: string[] = [];
  let looked = 0;
  for (const statement of sent) {
    if (!isLookUp(statement)) continue;
    for (const { table, how, rows } of await tableReadsOf(plain, statement)) {
      if (!GROWING.has(table)) continue;
      looked += 1;
      if (how === 'Seq Scan' || rows > ENOUGH) faults.push(`${how} of ${rows} rows of ${table}:${statement.sql}`);
    }
  }
  expect(faults).toEqual([]);
  expect(looked).toBeGreaterThan(20);
});

/** INSERT is left out: run again it would violate its own key. */
function isLookUp({ sql }: Statement): boolean {
  return /^[\s(]*(SELECT|WITH|UPDATE|DELETE)\b/.test(sql) && !/\bINSERT\b/.test(sql);
}

/** Old rows of every account and card in the tables that postings leave alone. */
async function fillWithOldRows(): Promise<void> {
  const at = "timestamptz '2026-01-01' + n * interval '1 second'";
  const many = `generate_series(1, ${MANY}) n`;
  await given.ctx.asOwner(`
    SET session_replication_role = replica;
    INSERT INTO hold (tenant_id, account_id, amount, placed_at, expires_at, forced, request_hash, key)
      SELECT a.tenant_id, a.ledger_account_id, 1, ${at}, ${at}, false, decode(repeat('00', 16), 'hex'), 'old:' || a.id || ':' || n
      FROM member_account a, ${many};
    INSERT INTO hold_event (tenant_id, hold_id, keep, at, kind, number)
      SELECT tenant_id, id, 0, placed_at, 'voided', 0 FROM hold;
    INSERT INTO authorisation (tenant_id, public_id, reference, card_id, member_account_id, is_advice, amount, current_amount,
        status, answer, decline_reason, hold_id, expires_at, merchant_name, merchant_country, mcc, category, channel,
        is_estimate, receipt, at, day)
      SELECT c.tenant_id, gen_random_uuid(), 'OLD-' || c.id || '-' || n, c.id, c.member_account_id, false, 1, 1,
        CASE n % 2 WHEN 0 THEN 'cleared' ELSE 'declined' END, CASE n % 2 WHEN 0 THEN '00' ELSE '51' END,
        CASE n % 2 WHEN 0 THEN NULL ELSE 'noFunds' END, CASE n % 2 WHEN 0 THEN n END, CASE n % 2 WHEN 0 THEN ${at} END,
        'Corner Cafe', 'AU', '5814', 'eatingOut', 'chip', false, '00000000017', ${at}, (${at})::date
      FROM card c, ${many};
    INSERT INTO network_message (reference, tenant_id, kind, request_hash, response, at)
      SELECT 'OLDER-' || t.id || '-' || n, t.id, 'advice', decode(repeat('00', 32), 'hex'), '{}', ${at} FROM tenant t, ${many};
    INSERT INTO spending_day (tenant_id, member_account_id, day, category, cents)
      SELECT tenant_id, id, date '2026-05-01' - n, 'groceries', 1 FROM member_account, ${many};
    INSERT INTO payment_count (tenant_id, member_account_id, since, counter, cents)
      SELECT tenant_id, id, date '2026-05-01' - n, 'dailyPayments', 1 FROM member_account, ${many};
    INSERT INTO kept_answer (at, tenant_id, id, request_hash, answer)
      SELECT ${at}, t.id, gen_random_uuid(), decode(repeat('00', 16), 'hex'), '{}' FROM tenant t, ${many};
    INSERT INTO secure_reveal (tenant_id, card_id, at) SELECT tenant_id, id, ${at} FROM card, ${many};
    INSERT INTO audit_log (tenant_id, at, actor, action, outcome)
      SELECT t.id, ${at}, 'system', 'old', 'done' FROM tenant t, ${many};
    RESET session_replication_role;
    ANALYZE`);
}
