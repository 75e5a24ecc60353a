import type { Channel, ShopAmount } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../platform/database/database.ts';
import { standInReference } from './stand-in/stand-in-reference.ts';
import { changedPurchaseEvent } from './purchase-events.ts';
import { addSearchedAmount } from './purchase-search.store.ts';
import { noteEvents } from '../webhook-events/public.ts';

export type StoredAuthorisation = {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly public_id: string;
  readonly reference: string;
  readonly card_id: bigint;
  readonly channel: Channel;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly status: 'approved' | 'declined' | 'cleared' | 'reversed' | 'expired';
  /** Held amount, while it is approved. */
  readonly current_amount: bigint;
  /** Cleared amount. */
  readonly cleared_amount: bigint;
  /** Basis points of the foreign fee; null: not a foreign purchase. */
  readonly fee_points: number | null;
  /** Amount held for the fee beside current_amount, while it is approved. */
  readonly fee_held: bigint;
  readonly approval_code: string | null;
  readonly hold_id: bigint | null;
  readonly receipt: string;
  readonly mcc: string;
  /** timestamptz as text. */
  readonly at: string;
  /** Cents that were wanted, where fewer were approved, and that are paid out in cash. */
  readonly wanted_amount: bigint | null;
  readonly cash_amount: bigint | null;
};

const AUTHORISATION = `
SELECT o.id, o.tenant_id, o.public_id, o.reference, o.card_id, o.channel, o.member_account_id, a.ledger_account_id,
       o.status, o.current_amount, o.cleared_amount, o.fee_points, o.fee_held, o.approval_code, o.hold_id, o.receipt, o.mcc, o.at,
       CASE WHEN fact.approved_amount IS NOT NULL THEN o.amount END AS wanted_amount, fact.cash_amount
FROM authorisation o
JOIN member_account a ON a.tenant_id = o.tenant_id AND a.id = o.member_account_id
LEFT JOIN purchase_fact fact ON fact.tenant_id = o.tenant_id AND fact.authorisation_id = o.id`;

// By the message that created it, whose reference it has. Later messages that name it have their own.
const AUTHORISATION_BY_REFERENCE = `${AUTHORISATION}
WHERE o.tenant_id = $1 AND o.reference = $2
  AND o.id = (SELECT authorisation_id FROM network_message WHERE tenant_id = $1 AND reference = $2)
FOR NO KEY UPDATE OF o`;

/**
 * Locked until the transaction ends, and always before the ledger account, which prevents deadlocks. Where the books
 * have declined it, or store the decline of a server, and another server approved it while it stood in, its forced hold
 * is found by the same reference.
 */
export async function lockAuthorisation(
  tx: Tx,
  tenantId: number,
  reference: string,
): Promise<StoredAuthorisation | undefined> {
  const found = await tx.first<StoredAuthorisation>(AUTHORISATION_BY_REFERENCE, [tenantId, reference]);
  if (found && found.status !== 'declined') return found;
  const forced = [tenantId, standInReference(reference)];
  return (await tx.first<StoredAuthorisation>(AUTHORISATION_BY_REFERENCE, forced)) ?? found;
}

const DECLINE_REASON = `
SELECT o.decline_reason FROM network_message n
JOIN authorisation o ON o.tenant_id = n.tenant_id AND o.id = n.authorisation_id
WHERE n.tenant_id = $1 AND n.reference = $2`;

/** Why a purchase was declined; undefined: it was not, or was a check of 0.00, which leaves no purchase. */
export async function readDeclineReason(tx: Tx, tenantId: number, reference: string): Promise<string | undefined> {
  const row = await tx.first<{ decline_reason: string | null }>(DECLINE_REASON, [tenantId, reference]);
  return row?.decline_reason ?? undefined;
}

const HELD = `
SELECT o.current_amount FROM network_message n
JOIN authorisation o ON o.tenant_id = n.tenant_id AND o.id = n.authorisation_id
WHERE n.tenant_id = $1 AND n.reference = ANY ($2::text[]) AND o.status = 'approved'`;

/** Cents that are held for a purchase; undefined: none is open. */
export async function readHeld(tx: Tx, tenantId: number, reference: string): Promise<bigint | undefined> {
  const row = await tx.first<{ current_amount: bigint }>(HELD, [tenantId, [reference, standInReference(reference)]]);
  return row?.current_amount;
}

// In the order in which the ledger locks accounts. Rows locked by another server are skipped. The longest due are
// picked first along the index, because a plan for any moment assumes that a third of all are due.
const DUE = `${AUTHORISATION}
WHERE o.tenant_id = $1 AND o.status = 'approved' AND o.id IN (
  SELECT id FROM authorisation
  WHERE tenant_id = $1 AND status = 'approved' AND expires_at <= $2
  ORDER BY expires_at LIMIT $3)
ORDER BY a.ledger_account_id, o.id
FOR NO KEY UPDATE OF o SKIP LOCKED`;

/** Approved purchases whose holds have expired, at most `limit`. */
export function lockDueAuthorisations(
  tx: Tx,
  tenantId: number,
  at: number,
  limit: number,
): Promise<StoredAuthorisation[]> {
  return tx.query(DUE, [tenantId, new Date(at), limit]);
}

// A reversal reduces the increment that it names first, and then the newest ones.
const UNCOUNT = `
UPDATE purchase_increment i SET counted = i.counted - least(i.counted, $3 - newer.cents)
FROM (
  SELECT reference, (sum(counted) OVER (ORDER BY reference = $4 DESC, day DESC, reference) - counted)::bigint AS cents
  FROM purchase_increment WHERE tenant_id = $1 AND authorisation_id = $2 AND counted > 0
) AS newer
WHERE i.tenant_id = $1 AND i.reference = newer.reference AND newer.cents < $3`;

/** Subtracts a decrease of a purchase from the days of its increments, and the rest from the day of the purchase. */
function uncountIncrements(
  tx: Tx,
  { tenant_id, id, status, current_amount, cleared_amount }: StoredAuthorisation,
  comesTo: bigint,
  named = '',
): void {
  const less = current_amount + cleared_amount - comesTo;
  if (status === 'approved' && less > 0n) tx.later(UNCOUNT, [tenant_id, id, less, named]);
}

const SET_COURSE = `UPDATE authorisation SET status = $3, current_amount = $4, fee_held = $5 WHERE tenant_id = $1 AND id = $2`;

export type Course = {
  readonly status: StoredAuthorisation['status'];
  readonly currentAmount: bigint;
  readonly feeHeld: bigint;
  /** Reference of the increment, if only that is reversed. */
  readonly increment?: string | undefined;
};

export async function saveCourse(
  tx: Tx,
  authorisation: StoredAuthorisation,
  { status, currentAmount, feeHeld, increment }: Course,
): Promise<void> {
  const held = status === 'approved' ? currentAmount : 0n;
  uncountIncrements(tx, authorisation, authorisation.cleared_amount + held, increment);
  await tx.run(SET_COURSE, [authorisation.tenant_id, authorisation.id, status, currentAmount, feeHeld]);
  noteChange(tx, authorisation, status, currentAmount);
}

/** Notes what became of a purchase for endpoints of the programme. */
function noteChange(
  tx: Tx,
  { tenant_id, public_id: publicId, card_id: cardId, member_account_id: memberAccountId }: StoredAuthorisation,
  status: StoredAuthorisation['status'],
  currentAmount: bigint,
): void {
  if (status === 'declined') return;
  noteEvents(tx, tenant_id, [changedPurchaseEvent({ publicId, cardId, memberAccountId, status, currentAmount })]);
}

const SET_HOLD = `
UPDATE authorisation SET status = 'approved', current_amount = $3, fee_held = $4, hold_id = $5, expires_at = $6
WHERE tenant_id = $1 AND id = $2`;

export type OtherHold = {
  readonly currentAmount: bigint;
  readonly feeHeld: bigint;
  readonly hold: bigint;
  readonly expiresAt: number;
};

/** Saves that another hold stands for a purchase, because its processor holds more, or holds again what had ended. */
export async function saveOtherHold(
  tx: Tx,
  authorisation: StoredAuthorisation,
  { currentAmount, feeHeld, hold, expiresAt }: OtherHold,
): Promise<void> {
  const { tenant_id, id } = authorisation;
  await tx.run(SET_HOLD, [tenant_id, id, currentAmount, feeHeld, hold, new Date(expiresAt)]);
  noteChange(tx, authorisation, 'approved', currentAmount);
}

const ADD_CLEARING = `
UPDATE authorisation SET
  cleared_amount = cleared_amount + $3,
  fee_held = $5,
  status = CASE WHEN status = 'approved' AND $4 = 0 THEN 'cleared' ELSE status END,
  current_amount = CASE
    WHEN status = 'approved' AND $4 > 0 THEN $4
    WHEN status = 'approved' THEN cleared_amount + $3
    WHEN status = 'cleared' THEN current_amount + $3
    ELSE current_amount END
WHERE tenant_id = $1 AND id = $2`;

/** Saves a clearing of a purchase, after which `keep` stays held where it was approved, and `feeHeld` for its fee. */
export async function saveClearing(
  tx: Tx,
  authorisation: StoredAuthorisation,
  amount: bigint,
  keep: bigint,
  feeHeld: bigint,
): Promise<void> {
  const { tenant_id, id, status, current_amount, cleared_amount } = authorisation;
  uncountIncrements(tx, authorisation, cleared_amount + amount + keep);
  await tx.run(ADD_CLEARING, [tenant_id, id, amount, keep, feeHeld]);
  if (status !== 'approved' || keep === current_amount) return;
  noteChange(tx, authorisation, keep > 0n ? 'approved' : 'cleared', keep);
}

// Sums amounts of one currency at the newest rate, and clears them where the currencies differ.
const ADD_INCREMENT = `
UPDATE authorisation SET
  amount = amount + $3, current_amount = current_amount + $3, fee_held = $4,
  shop_amount = CASE WHEN shop_currency = $6 AND shop_exponent = $7 THEN shop_amount + $5 END,
  shop_currency = CASE WHEN shop_currency = $6 AND shop_exponent = $7 THEN shop_currency END,
  shop_exponent = CASE WHEN shop_currency = $6 AND shop_exponent = $7 THEN shop_exponent END,
  shop_rate = CASE WHEN shop_currency = $6 AND shop_exponent = $7 THEN $8 END
WHERE tenant_id = $1 AND id = $2`;

const KEEP_INCREMENT = `
INSERT INTO purchase_increment (tenant_id, reference, authorisation_id, cents, card_id, day, counted)
VALUES ($1, $2, $3, $4, $5, $6, $4)`;

export type NewIncrement = {
  readonly reference: string;
  readonly cents: bigint;
  readonly feeHeld: bigint;
  readonly shopAmount: ShopAmount | null;
  /** Card and Melbourne day against whose limit it counts. */
  readonly cardId: bigint;
  readonly day: string;
};

/** Adds to an approved authorisation, which must be locked. */
export function saveIncrement(
  tx: Tx,
  authorisation: StoredAuthorisation,
  { reference, cents, feeHeld, shopAmount, cardId, day }: NewIncrement,
): void {
  const { tenant_id, id } = authorisation;
  const { Amount = null, Currency = null, Exponent = null, Rate = null } = shopAmount ?? {};
  tx.later(ADD_INCREMENT, [tenant_id, id, cents, feeHeld, Amount, Currency, Exponent, Rate]);
  tx.later(KEEP_INCREMENT, [tenant_id, reference, id, cents, cardId, day]);
  addSearchedAmount(tx, tenant_id, id);
  noteChange(tx, authorisation, 'approved', authorisation.current_amount + cents);
}

const INCREMENT = `
SELECT i.cents, o.reference AS purchase FROM purchase_increment i
JOIN authorisation o ON o.tenant_id = i.tenant_id AND o.id = i.authorisation_id
WHERE i.tenant_id = $1 AND i.reference = $2`;

/** Amount of an increment, and its authorisation. Its reference must be locked. */
export function readIncrement(
  tx: Tx,
  tenantId: number,
  reference: string,
): Promise<{ readonly cents: bigint; readonly purchase: string } | undefined> {
  return tx.first(INCREMENT, [tenantId, reference]);
}

const REDUCE_INCREMENT = `UPDATE purchase_increment SET cents = $3 WHERE tenant_id = $1 AND reference = $2`;

export function reduceIncrement(tx: Tx, tenantId: number, reference: string, cents: bigint): void {
  tx.later(REDUCE_INCREMENT, [tenantId, reference, cents]);
}
