import type { Tx } from '../../../platform/database/database.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { readRefunded } from '../network-message.store.ts';
import type { NetworkCard } from '../network.store.ts';

const PURCHASE = `
SELECT o.card_id, o.merchant_acceptor, o.cleared_amount + CASE o.status WHEN 'approved' THEN o.current_amount ELSE 0 END AS taken
FROM network_message n JOIN authorisation o ON o.tenant_id = n.tenant_id AND o.id = n.authorisation_id
WHERE n.tenant_id = $1 AND n.reference = $2 AND o.reference = $2 AND o.status <> 'declined'`;

type NamedRow = { readonly card_id: bigint; readonly merchant_acceptor: string | null; readonly taken: bigint };

/**
 * Whether a refund is of the purchase that its processor links it with. Processors link by guesses: a refund of another
 * purchase would end a dispute of this one. Card and shop must be the same, and the amount must fit what was cleared or
 * is still held, less earlier refunds.
 */
export async function isOfPurchase(
  tx: Tx,
  { tenant_id: tenantId, id }: NetworkCard,
  { amount, merchant: { acceptorId } }: PurchaseMessage,
  purchase: string,
): Promise<boolean> {
  const row = await tx.first<NamedRow>(PURCHASE, [tenantId, purchase]);
  if (!row || row.card_id !== id || acceptorId === undefined || row.merchant_acceptor !== acceptorId) return false;
  const refunded = (await readRefunded(tx, tenantId, purchase)) ?? 0n;
  return BigInt(amount) <= row.taken - refunded;
}

const IS_TAKEN_BACK = `
SELECT EXISTS (SELECT FROM network_message WHERE tenant_id = $1 AND original = $2 AND kind = 'refundReversal') AS is_there`;

/** Whether a refund was reversed before it came. */
export async function isTakenBack(tx: Tx, tenantId: number, refund: string): Promise<boolean> {
  return (await tx.first<{ is_there: boolean }>(IS_TAKEN_BACK, [tenantId, refund]))?.is_there === true;
}

const REFUND = `
SELECT t.id AS transfer_id, t.amount, t.credit_account_id = $3 AS is_whole,
       passed.id AS passed_id, coalesce(passed.amount, 0)::bigint AS passed,
       p.purchase, p.points,
       (SELECT coalesce(sum(b.amount), 0)::bigint FROM network_message r
          JOIN transfer b ON b.tenant_id = r.tenant_id AND b.id = r.transfer_id
         WHERE r.tenant_id = $1 AND r.original = $2 AND r.kind = 'refundReversal') AS taken_back
FROM network_message n
JOIN transfer t ON t.tenant_id = n.tenant_id AND t.id = n.transfer_id
LEFT JOIN transfer passed ON passed.tenant_id = $1 AND passed.key = t.key || ':credited'
LEFT JOIN foreign_part p
  ON p.tenant_id = $1 AND p.transfer_id = coalesce(passed.id, t.id) AND p.ledger_account_id = $3
WHERE n.tenant_id = $1 AND n.reference = $2 AND n.kind = 'refund'`;

type Row = {
  readonly transfer_id: bigint;
  readonly amount: bigint;
  /** All of it went to the account; else the programme kept what a dispute had credited, and passed on the rest. */
  readonly is_whole: boolean;
  readonly passed_id: bigint | null;
  readonly passed: bigint;
  /** Foreign purchase of which the refund returned a part of the fee. */
  readonly purchase: string | null;
  readonly points: number | null;
  readonly taken_back: bigint;
};

export type StoredRefund = {
  /** The posting that credited the cardholder; undefined: nothing was credited. */
  readonly credit: bigint | undefined;
  /** Cents of the refund and of what was credited, without what was reversed before. */
  readonly left: bigint;
  readonly creditedLeft: bigint;
  readonly foreign: { readonly purchase: string; readonly points: number } | undefined;
};

/** A refund by its reference, as it was posted to an account. Its reference must be locked. */
export async function readStoredRefund(
  tx: Tx,
  tenantId: number,
  refund: string,
  account: bigint,
): Promise<StoredRefund | undefined> {
  const row = await tx.first<Row>(REFUND, [tenantId, refund, account]);
  if (!row) return undefined;
  const credited = row.is_whole ? row.amount : row.passed;
  const notBelowZero = (cents: bigint) => (cents > 0n ? cents : 0n);
  return {
    credit: row.is_whole ? row.transfer_id : (row.passed_id ?? undefined),
    left: notBelowZero(row.amount - row.taken_back),
    creditedLeft: notBelowZero(credited - row.taken_back),
    foreign: row.purchase === null ? undefined : { purchase: row.purchase, points: row.points ?? 0 },
  };
}
