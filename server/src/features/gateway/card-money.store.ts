import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';
import type { InternalMovement } from '../payments/public.ts';
import type { ChargeRow } from './charge.store.ts';

// Card money that came to an account, directly, with an order or from another account, less what moved on, by the hour
// of its release. $2: accounts, $3: now, $4: retention in ms.
const PORTIONS = `
SELECT id, until, sum(cents)::bigint AS cents FROM (
  SELECT member_account_id AS id, coalesce(kept_until, booked_at + $4 * interval '1 millisecond') AS until,
         amount AS cents
    FROM gateway_charge
   WHERE tenant_id = $1 AND member_account_id = ANY ($2::bigint[]) AND state = 'Booked'
     AND coalesce(kept_until, booked_at + $4 * interval '1 millisecond') > $3::timestamptz
   UNION ALL
  SELECT i.member_account_id, coalesce(c.kept_until, c.booked_at + $4 * interval '1 millisecond'), i.amount
    FROM store_item i
    JOIN store_order o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
    JOIN gateway_charge c ON c.tenant_id = o.tenant_id AND c.id = o.charge_id
   WHERE i.tenant_id = $1 AND i.member_account_id = ANY ($2::bigint[]) AND c.state = 'Booked'
     AND coalesce(c.kept_until, c.booked_at + $4 * interval '1 millisecond') > $3::timestamptz
   UNION ALL
  SELECT to_account_id, until, cents FROM card_money_mark
   WHERE tenant_id = $1 AND to_account_id = ANY ($2::bigint[]) AND until > $3::timestamptz
   UNION ALL
  SELECT from_account_id, coalesce(from_until, until), -cents FROM card_money_mark
   WHERE tenant_id = $1 AND from_account_id = ANY ($2::bigint[]) AND coalesce(from_until, until) > $3::timestamptz) AS all_portions
 GROUP BY id, until HAVING sum(cents) > 0`;

type Hours = { readonly nowMs: number; readonly keptInMs: number };

/** Card money of accounts that may not leave the programme yet. */
export async function sumCardMoney(
  tx: Tx,
  tenantId: number,
  memberAccountIds: readonly bigint[],
  { nowMs, keptInMs }: Hours,
): Promise<ReadonlyMap<bigint, Cents>> {
  const rows = await tx.query<{ id: bigint; cents: bigint }>(
    `SELECT id, sum(cents)::bigint AS cents FROM (${PORTIONS}) AS portion GROUP BY id`,
    [tenantId, memberAccountIds, new Date(nowMs), keptInMs],
  );
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

// Up to the marked amount, the longest retention first. A repeated posting has its marks already.
const HAND_ON = `
INSERT INTO card_money_mark (tenant_id, transfer_id, from_account_id, to_account_id, cents, until)
SELECT $1, $5, portion.id, $6, least(portion.cents, $7 - portion.before), portion.until
  FROM (SELECT id, until, cents, sum(cents) OVER (ORDER BY until DESC) - cents AS before
          FROM (${PORTIONS}) AS mine) AS portion
 WHERE portion.before < $7
ON CONFLICT DO NOTHING`;

/** Moves the marks with money that is paid to another account of the programme. */
export function moveCardMoney(tx: Tx, tenantId: number, moved: InternalMovement, { nowMs, keptInMs }: Hours): void {
  const { from, to, amount, transferId } = moved;
  tx.later(HAND_ON, [tenantId, [from], new Date(nowMs), keptInMs, transferId, to, amount]);
}

/** Accounts that a charge has loaded, and with how much. */
const LOADED = `
  SELECT c.member_account_id AS account, c.amount FROM gateway_charge c
   WHERE c.tenant_id = $1 AND c.id = $2 AND c.member_account_id IS NOT NULL
   UNION ALL
  SELECT i.member_account_id, i.amount FROM store_order o
    JOIN store_item i ON i.tenant_id = o.tenant_id AND i.order_id = o.id
   WHERE o.tenant_id = $1 AND o.charge_id = $2 AND i.member_account_id IS NOT NULL`;

// Marks are moved whole, up to what the charge has loaded.
const KEEP_LONGER = `
WITH charge AS (
  SELECT id, coalesce(kept_until, booked_at + $4 * interval '1 millisecond') AS until
    FROM gateway_charge WHERE tenant_id = $1 AND id = $2 AND state = 'Booked'),
loaded AS (${LOADED}),
moved AS (
  SELECT m.transfer_id, m.until, l.amount,
         sum(m.cents) OVER (PARTITION BY l.account ORDER BY m.transfer_id, m.until) - m.cents AS before
    FROM loaded l CROSS JOIN charge
    JOIN card_money_mark m ON m.tenant_id = $1 AND m.from_account_id = l.account
     AND coalesce(m.from_until, m.until) = charge.until),
marked AS (
  UPDATE card_money_mark k SET from_until = $3 FROM moved
   WHERE k.tenant_id = $1 AND k.transfer_id = moved.transfer_id AND k.until = moved.until AND moved.before < moved.amount)
UPDATE gateway_charge SET kept_until = $3 WHERE tenant_id = $1 AND id = $2`;

/**
 * Keeps what a charge loaded in the programme until then. What has moved on to another account is not kept again from
 * other money of the account that it left. Business time.
 */
export async function keepLoaded(
  tx: Tx,
  { tenant_id, id }: Pick<ChargeRow, 'tenant_id' | 'id'>,
  { untilMs, keptInMs }: { readonly untilMs: number; readonly keptInMs: number },
): Promise<void> {
  await tx.run(KEEP_LONGER, [tenant_id, id, new Date(untilMs), keptInMs]);
}

/** Until when a charge keeps what it has loaded for longer: an instant, or null for not longer. Undefined: no charge. */
export function findKept(tx: Tx, tenantId: number, chargeId: string, nowMs: number) {
  return tx.first<{ readonly kept_until: string | null }>(
    `SELECT CASE WHEN kept_until > $3 THEN kept_until END AS kept_until FROM gateway_charge
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, chargeId, new Date(nowMs)],
  );
}

// What has moved on keeps the hour of its charge, from account to account.
const RELEASE = `
WITH RECURSIVE charge AS (
  SELECT kept_until, booked_at + $3 * interval '1 millisecond' AS until
    FROM gateway_charge WHERE tenant_id = $1 AND id = $2 AND kept_until IS NOT NULL),
loaded AS (${LOADED}),
reached AS (
  SELECT account FROM loaded
   UNION
  SELECT m.to_account_id FROM reached r CROSS JOIN charge
    JOIN card_money_mark m ON m.tenant_id = $1 AND m.from_account_id = r.account AND m.until = charge.kept_until),
freed AS (
  DELETE FROM card_money_mark m USING charge, reached
   WHERE m.tenant_id = $1 AND m.from_account_id = reached.account AND m.until = charge.kept_until
  RETURNING m.transfer_id, m.from_account_id, m.to_account_id, m.cents),
again AS (
  INSERT INTO card_money_mark AS k (tenant_id, transfer_id, from_account_id, to_account_id, cents, until)
  SELECT $1, f.transfer_id, f.from_account_id, f.to_account_id, f.cents, charge.until FROM freed f CROSS JOIN charge
  ON CONFLICT (tenant_id, transfer_id, until) DO UPDATE SET cents = k.cents + excluded.cents),
back AS (
  UPDATE card_money_mark k SET from_until = NULL FROM charge, loaded
   WHERE k.tenant_id = $1 AND k.from_account_id = loaded.account AND k.from_until = charge.kept_until
     AND k.until <> charge.kept_until)
UPDATE gateway_charge SET kept_until = NULL WHERE tenant_id = $1 AND id = $2`;

/** Lets what a charge has loaded leave the programme at its own hour again, wherever it has moved to. */
export async function releaseLoaded(tx: Tx, tenantId: number, chargeId: string, keptInMs: number): Promise<void> {
  await tx.run(RELEASE, [tenantId, chargeId, keptInMs]);
}

/** Deletes marks that were released before a moment. Returns how many. */
export function tidyCardMoney(tx: Tx, tenantId: number, beforeMs: number, most: number): Promise<number> {
  return tx.run(
    `DELETE FROM card_money_mark WHERE tenant_id = $1 AND (transfer_id, until) IN (
       SELECT transfer_id, until FROM card_money_mark
        WHERE tenant_id = $1 AND until < $2 AND coalesce(from_until, until) < $2 LIMIT $3)`,
    [tenantId, new Date(beforeMs), most],
  );
}
