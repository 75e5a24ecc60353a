import { leftToSpendIn } from '../../ledger/keep-aside.ts';
import type { Tx } from '../../platform/database/database.ts';
import { PROGRAMME_ZONE } from '../../platform/time/programme-zone.domain.ts';
import { monthOf, productsOfAccount } from '../card-facts/public.ts';
import { openCardMoney } from './open-card-money.store.ts';

const SETTLE_DEBTS = `
UPDATE debt d SET settled_at = l.last_posted_at
  FROM member_account a, ledger_account l
 WHERE d.tenant_id = $1 AND d.member_account_id = ANY ($2::bigint[]) AND d.settled_at IS NULL AND NOT d.is_former_holder
   AND a.tenant_id = d.tenant_id AND a.id = d.member_account_id
   AND l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id AND NOT l.is_below_floor`;

// Firing time by business time; cards are judged at that time.
const at = 'coalesce($4::timestamptz, l.last_posted_at)';
const usable = `${productsOfAccount('a.tenant_id', 'a.id', monthOf(at))} AND p.is_reloadable
        WHERE deciding.works`;

/** A usable card of the account, meaning a reloadable one that works. A virtual card does not count. */
const HAS_CARD = `EXISTS (SELECT FROM ${usable})`;
const IS_LOW = `${leftToSpendIn('l')} < t.trigger_amount`;
// Room besides card money that may have been paid or be about to be paid. The maximum is that of the account's cards,
// or else the agreed one.
const HAS_ROOM = `l.balance + t.amount + ${openCardMoney('a')}
       <= coalesce((SELECT max((p.settings ->> 'maxBalance')::bigint) FROM ${usable}), t.maximum)`;

// An agreement of the payer bounds what is taken on a day in Melbourne. Others have no such bound.
const startOfDay = `date_trunc('day', ${at} AT TIME ZONE '${PROGRAMME_ZONE}') AT TIME ZONE '${PROGRAMME_ZONE}'`;
const IS_WITHIN_DAY = `(t.agreement_id IS NULL OR t.amount + coalesce((
        SELECT sum(d.amount) FROM direct_debit d
         WHERE d.auto_topup_id = t.id AND d.fired_at >= ${startOfDay} AND d.state NOT IN ('Returned', 'Dropped')), 0) <= t.day_most)`;

// A unique index permits one in flight per account.
const FIRE = `
INSERT INTO direct_debit (tenant_id, auto_topup_id, member_account_id, name, bsb, account_number, amount, state, fired_at,
                          agreement_id, reference)
SELECT t.tenant_id, t.id, t.member_account_id, t.account_name, t.bsb, t.account_number, t.amount, 'Made', ${at},
       t.agreement_id, CASE WHEN t.agreement_id IS NOT NULL THEN gen_random_uuid() END
  FROM auto_topup t
  JOIN member_account a ON a.tenant_id = t.tenant_id AND a.id = t.member_account_id AND NOT a.is_closed
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
  JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
               AND h.died_on IS NULL AND h.is_kyc_verified AND NOT h.is_kyc_restricted
 WHERE t.tenant_id = $1 AND t.member_account_id = ANY ($2::bigint[]) AND t.state = $3
   AND t.waits_since IS NULL AND t.paused_by IS NULL AND ${IS_LOW} AND ${IS_WITHIN_DAY} AND ${HAS_ROOM} AND ${HAS_CARD}
   AND NOT EXISTS (SELECT FROM debt d WHERE d.member_account_id = a.id AND d.settled_at IS NULL AND NOT d.is_former_holder)
ON CONFLICT (member_account_id) WHERE state IN ('Made', 'Sent', 'Collected') DO NOTHING`;

/**
 * Applies a changed balance, in its transaction and under the lock of the account: paid debts end, and an automatic
 * top-up fires when less than its trigger is left to spend. Called after the ledger has written. `at`: business
 * time of a hold; a posting has the time of the ledger.
 */
export function watchBalances(
  tx: Tx,
  tenantId: number,
  memberAccountIds: readonly bigint[],
  at: number | null = null,
): void {
  if (memberAccountIds.length === 0) return;
  const accounts = [...new Set(memberAccountIds)];
  tx.later(SETTLE_DEBTS, [tenantId, accounts]);
  tx.later(FIRE, [tenantId, accounts, 'Active', at === null ? null : new Date(at)]);
}

/** Retries referred debits of accounts of which less than the trigger is still left to spend. */
export function fireRetries(tx: Tx, tenantId: number, memberAccountIds: readonly bigint[], at: number): void {
  if (memberAccountIds.length > 0) tx.later(FIRE, [tenantId, memberAccountIds, 'Retry', new Date(at)]);
}

const WAITS_FOR = `
SELECT CASE WHEN NOT ${HAS_CARD} THEN 'card' WHEN NOT (${HAS_ROOM}) THEN 'room' WHEN NOT ${IS_WITHIN_DAY} THEN 'day' END AS waits_for
  FROM auto_topup t
  JOIN member_account a ON a.tenant_id = t.tenant_id AND a.id = t.member_account_id
  JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
 WHERE t.tenant_id = $1 AND t.member_account_id = $2 AND t.state = ANY ($3::text[]) AND ${IS_LOW}
   AND NOT EXISTS (SELECT FROM direct_debit d WHERE d.member_account_id = a.id AND d.state IN ('Made', 'Sent', 'Collected'))`;

/**
 * Condition that an automatic top-up below its trigger waits for: a usable card, room below the maximum, or the next
 * day, as its agreement permits no more today. Null: none.
 */
export async function readWaitsFor(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  at: number,
): Promise<'card' | 'room' | 'day' | null> {
  const values = [tenantId, memberAccountId, ['Active', 'Retry'], new Date(at)];
  return (await tx.first<{ waits_for: 'card' | 'room' | 'day' | null }>(WAITS_FOR, values))?.waits_for ?? null;
}
